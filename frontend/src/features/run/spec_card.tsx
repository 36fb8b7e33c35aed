import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { RunDocument } from '@/api/contracts'
import { queries } from '@/api/queries'
import { Card } from '@/components/card'
import { CopyButton } from '@/components/copy_button'
import { ErrorNotice } from '@/components/notice'
import { cliCommand, curlCommand, jsonText, pythonCode } from '@/lib/document/commands'
import type { Json } from '@/lib/document/json'
import { buildModel } from '@/lib/document/model'
import { plural } from '@/lib/format/number'
import { useCommand } from '@/lib/use_command'
import styles from './run.module.css'
import { specRows, type SpecRow } from './spec_rows'

/** What was run: what somebody chose first, then what was left as it is. */
export function SpecCard({ run }: { run: RunDocument }) {
  const schema = useQuery(queries.runSpecSchema())
  const spec = run.spec as unknown as Json
  const rows = useMemo(
    () => (schema.data === undefined ? [] : specRows(buildModel(schema.data), spec)),
    [schema.data, spec],
  )
  const changed = rows.filter((row) => row.changed)
  const others = rows.filter((row) => !row.changed)
  const body = { spec }
  const { origin } = window.location
  const orrery = useCommand()
  return (
    <Card
      title="What was run"
      subtitle={run.summary.preset === null ? undefined : `from the preset ${run.summary.preset}`}
    >
      {schema.error === null ? null : (
        <ErrorNotice title="The settings cannot be named" error={schema.error} onRetry={() => void schema.refetch()} />
      )}
      {changed.length > 0 ? (
        <Rows rows={changed} changed />
      ) : (
        <p className={styles['quiet']}>All settings are defaults.</p>
      )}
      <details className={styles['more']}>
        <summary>{plural(others.length, 'default setting')}</summary>
        <Rows rows={others} />
      </details>
      <h3 className={styles['more']}>The same again</h3>
      <div className={styles['copies']}>
        <CopyButton label="JSON" text={() => jsonText(body, spec)} />
        <CopyButton label="curl" text={() => curlCommand(body, origin)} />
        <CopyButton label="Command line" text={() => cliCommand(orrery, body, origin)} />
        <CopyButton label="Python" text={() => pythonCode(body, origin)} />
      </div>
    </Card>
  )
}

function Rows({ rows, changed = false }: { rows: readonly SpecRow[]; changed?: boolean }) {
  return (
    <table className={styles['spec']}>
      <tbody className={changed ? styles['changed'] : undefined}>
        {rows.map((row) => (
          <tr key={row.path} title={`${row.path}\n${row.description}`.trim()}>
            <th scope="row">{row.title}</th>
            <td>{row.text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
