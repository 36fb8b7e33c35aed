/** Addresses that a browser downloads as files. */
import type { TrendAxis } from './contracts'

/** One run as a document, a table, or a trace for Perfetto. */
export function exportUrl(id: string, format: 'json' | 'csv' | 'trace'): string {
  return `/api/v1/runs/${encodeURIComponent(id)}/export?format=${format}`
}

/** A report: one HTML file that opens offline. */
export function reportUrl(
  what:
    | { readonly run: string }
    | { readonly group: string }
    | { readonly runs: string; readonly baseline: string }
    | {
        readonly trend: string
        readonly metric: string
        readonly since: string | null
        readonly until: string | null
        readonly axis: TrendAxis
      },
): string {
  if ('trend' in what) {
    const { trend, metric, since, until, axis } = what
    const asked = {
      metric,
      ...(since === null ? {} : { since }),
      ...(until === null ? {} : { until }),
      ...(axis === 'runs' ? {} : { axis }),
    }
    return `/api/v1/runs/${encodeURIComponent(trend)}/trend/report?${new URLSearchParams(asked).toString()}`
  }
  if ('run' in what) return `/api/v1/runs/${encodeURIComponent(what.run)}/report`
  if ('group' in what) return `/api/v1/groups/${encodeURIComponent(what.group)}/report`
  return `/api/v1/compare/report?${new URLSearchParams(what).toString()}`
}

/** Several runs, sweeps and suites in one SQLite file for another console. */
export function runFilesUrl(runs: readonly string[], groups: readonly string[]): string {
  const asked = [...runs.map((run) => ['run', run]), ...groups.map((group) => ['group', group]), ['format', 'sqlite']]
  return `/api/v1/exports?${new URLSearchParams(asked).toString()}`
}

/** Runs with all that they measured: SQLite for another console, or a ZIP of Parquet tables. */
export function runFileUrl(
  what: { readonly run: string } | { readonly group: string },
  format: 'sqlite' | 'parquet' = 'sqlite',
): string {
  return `/api/v1/exports?${new URLSearchParams({ ...what, format }).toString()}`
}
