import type { Comparison, Difference } from '@/api/contracts'
import { Card } from '@/components/card'
import { formatCount, plural } from '@/lib/format/number'
import styles from './compare.module.css'
import { orderedDifferences, runColour } from './comparison_view'

const FEW = 12

/** Only what is not the same in all runs: settings that somebody chose, then facts about the machines. */
export function DifferencesCard({ comparison }: { comparison: Comparison }) {
  const differences = orderedDifferences(comparison)
  const first = differences.slice(0, FEW)
  const rest = differences.slice(FEW)
  return (
    <Card
      title="What differs"
      subtitle={`${differences.length} of ${formatCount(comparison.settings_compared)} settings and facts`}
    >
      {differences.length === 0 ? (
        <p className={styles['quiet']}>
          Nothing: the same settings on the same machines. What differs in the results is noise, or time.
        </p>
      ) : (
        <Table comparison={comparison} differences={first} />
      )}
      {rest.length > 0 ? (
        <details>
          <summary className={styles['more']}>{plural(rest.length, 'more difference')}</summary>
          <Table comparison={comparison} differences={rest} />
        </details>
      ) : null}
    </Card>
  )
}

function Table({ comparison, differences }: { comparison: Comparison; differences: readonly Difference[] }) {
  const base_at = comparison.runs.findIndex((run) => run.summary.id === comparison.baseline)
  return (
    <div className={styles['wide']}>
      <table className={styles['differences']}>
        <thead>
          <tr>
            <th scope="col">setting or fact</th>
            {comparison.runs.map((run) => (
              <th key={run.summary.id} scope="col">
                <i style={{ background: runColour(comparison, run.summary.id) }} aria-hidden="true" />
                {run.summary.id === comparison.baseline ? 'base' : run.summary.number}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {differences.map((difference) => (
            <tr key={difference.path}>
              <th scope="row" title={difference.path}>
                {difference.title}
                {difference.kind === 'fact' ? <small> fact</small> : null}
              </th>
              {difference.values.map((value, at) => (
                <td key={comparison.runs[at]?.summary.id ?? at}>
                  {value === difference.values[base_at] ? value : <mark>{value}</mark>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
