import type { SpeedUp, SpeedUps } from '@/api/contracts'
import { formatShare } from '@/lib/format/number'
import styles from './groups.module.css'

/** What Amdahl's law needs to fit each series: the share of the work that nothing shares. */
export function SerialFractions({ speed_ups }: { speed_ups: SpeedUps | undefined }) {
  const fitted = (speed_ups?.series ?? []).filter((series) => series.serial_fraction !== null)
  const [only] = fitted
  if (only === undefined) {
    return <p className={styles['note']}>Amdahl’s law needs two points at least to be fitted.</p>
  }
  if (fitted.length === 1) {
    return (
      <p className={styles['note']}>
        <span>
          {only.label === '' ? 'Serial fraction' : `${only.label}: serial fraction`}{' '}
          <strong>{formatShare(only.serial_fraction ?? Number.NaN)}</strong>, {intervalText(only)}
        </span>
      </p>
    )
  }
  return (
    <table className={styles['figures']}>
      <caption className="unseen">Serial fraction that Amdahl’s law needs to fit each series</caption>
      <thead>
        <tr>
          <th scope="col">by Amdahl’s law</th>
          <th scope="col" className={styles['right']}>
            serial fraction
          </th>
          <th scope="col" className={styles['right']}>
            95 % interval
          </th>
        </tr>
      </thead>
      <tbody>
        {fitted.map((series) => (
          <tr key={series.label}>
            <th scope="row">{series.label}</th>
            <td className={styles['right']}>{formatShare(series.serial_fraction ?? Number.NaN)}</td>
            <td className={styles['right']}>{intervalText(series, true)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function intervalText({ serial_fraction_low: low, serial_fraction_high: high }: SpeedUp, brief = false): string {
  if (low === null || high === null) return brief ? '–' : 'no interval: fewer than five repeats at a point'
  return `${brief ? '' : '95 % interval '}${formatShare(low)} to ${formatShare(high)}`
}
