import styles from './progress_bar.module.css'

/** `share` of 0 to 1. */
export function ProgressBar({ share, label }: { share: number; label: string }) {
  const percent = Math.min(100, Math.max(0, share * 100))
  return (
    <div
      className={styles['bar']}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(percent)}
    >
      <div className={styles['fill']} style={{ width: `${percent}%` }} />
    </div>
  )
}
