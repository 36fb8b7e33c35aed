import type { GroupDocument } from '@/api/contracts'
import { Button } from '@/components/button'
import { Card } from '@/components/card'
import { Popover } from '@/components/popover'
import { csvText } from '@/lib/csv'
import { download } from '@/lib/download'
import { plural } from '@/lib/format/number'
import { cellTable } from './chart_table'
import { figuresText, metricNames } from './group_values'
import styles from './groups.module.css'
import { ResultsTable } from './results_table'

const FEW = 5

interface ResultsCardProps {
  group: GroupDocument
  /** Names of the metrics shown, separated by commas; undefined: the first few. */
  columns: string | undefined
  onColumns: (columns: string) => void
}

/** All metrics that were asked for, of all cells, and the file of everything. */
export function ResultsCard({ group, columns, onColumns }: ResultsCardProps) {
  const names = metricNames(group)
  const chosen = columns === undefined ? names.slice(0, FEW) : names.filter((name) => columns.split(',').includes(name))
  const toggle = (name: string, on: boolean) =>
    onColumns(names.filter((other) => (other === name ? on : chosen.includes(other))).join(','))
  return (
    <Card
      title="Results"
      subtitle={figuresText(group)}
      tools={
        <>
          <Popover label={`Metrics, ${chosen.length} of ${names.length}`} small variant="quiet" icon="columns">
            <div className={styles['columns']}>
              {names.map((name) => (
                <label key={name}>
                  <input
                    type="checkbox"
                    checked={chosen.includes(name)}
                    onChange={(event) => toggle(name, event.target.checked)}
                  />
                  {group.metrics.find((metric) => metric.name === name)?.title ?? name}
                </label>
              ))}
            </div>
          </Popover>
          <Button small variant="quiet" onClick={() => exportCsv(group, names)}>
            CSV, {plural(names.length, 'metric')}
          </Button>
        </>
      }
    >
      <ResultsTable group={group} cells={group.cells} metrics={chosen} />
    </Card>
  )
}

/** Every metric of every cell in full precision. */
function exportCsv(group: GroupDocument, names: readonly string[]): void {
  const { columns, rows } = cellTable(group, group.cells, names)
  const header = columns.map((column) => (column.unit ? `${column.title} [${column.unit}]` : column.title))
  const { kind, number } = group.summary
  download(new Blob([csvText(header, rows)], { type: 'text/csv' }), `${kind}-${number}.csv`)
}
