import type { GroupDocument } from '@/api/contracts'
import { Segmented } from '@/components/segmented'
import type { ChartKind, GroupSearch } from './group_search'
import { explored, type Explored } from './explored'
import { GroupChart } from './group_chart'
import styles from './groups.module.css'
import { inSentence } from '@/lib/terms'

const KIND_WORDS: Readonly<Record<ChartKind, string>> = {
  lines: 'Lines',
  heat: 'Heat map',
  speedup: 'Speed-up',
  breakdown: 'Breakdown',
}

interface ExplorerCardProps {
  group: GroupDocument
  search: GroupSearch
  onChange: (part: { readonly [Key in keyof GroupSearch]?: GroupSearch[Key] | undefined }) => void
}

/** Any metric against any parameter: what is chosen is in the address. */
export function ExplorerCard({ group, search, onChange }: ExplorerCardProps) {
  const seen = explored(group, search)
  if (seen === null) return null
  return (
    <GroupChart
      key={seen.kind}
      group={group}
      chart={seen.chart}
      published={[]}
      controls={<Controls seen={seen} onChange={onChange} />}
    />
  )
}

function Controls({ seen, onChange }: Pick<ExplorerCardProps, 'onChange'> & { seen: Explored }) {
  const { items, item, kinds, kind, axes, metrics, metric, x, by, facet } = seen
  const log = new Set(seen.log)
  const others = axes.filter((axis) => axis !== x)
  const turnLog = (axis: 'x' | 'y', on: boolean) => {
    const next = new Set(log)
    if (on) next.add(axis)
    else next.delete(axis)
    onChange({ log: next.size === 0 ? 'none' : [...next].join(',') })
  }
  return (
    <>
      {items.length > 1 && item !== null ? (
        <Choice
          label="Item"
          value={item.name}
          // Another item has other parameters and metrics.
          onChange={(value) =>
            onChange({ item: value, metric: undefined, x: undefined, by: undefined, facet: undefined })
          }
          options={items.map(({ name, title }) => [name, title])}
        />
      ) : null}
      <Segmented
        label="Chart"
        value={kind}
        onChange={(value) => onChange({ chart: value })}
        options={kinds.map((value) => ({ value, label: KIND_WORDS[value] }))}
      />
      {kind === 'breakdown' ? null : (
        <Choice
          label="Metric"
          value={metric.name}
          onChange={(value) => onChange({ metric: value })}
          options={metrics.map(({ name, title }) => [name, title])}
        />
      )}
      <Choice
        label="by"
        value={x.path}
        onChange={(value) => onChange({ x: value })}
        options={axes.map(({ path, title }) => [path, inSentence(title)])}
      />
      {others.length > 0 && (kind === 'lines' || kind === 'heat') ? (
        <Choice
          label={kind === 'heat' ? 'and' : 'a line for each'}
          value={by?.path ?? 'none'}
          onChange={(value) => onChange({ by: value })}
          options={others.map(({ path, title }): [string, string] => [path, inSentence(title)])}
        />
      ) : null}
      {others.length > (kind === 'breakdown' ? 0 : 1) && kind !== 'speedup' ? (
        <Choice
          label="a panel for each"
          value={facet?.path ?? ''}
          onChange={(value) => onChange({ facet: value })}
          options={[
            ['', 'none'],
            ...others
              .filter((axis) => axis !== by || kind === 'breakdown')
              .map(({ path, title }): [string, string] => [path, inSentence(title)]),
          ]}
        />
      ) : null}
      {kind === 'lines' && x.numeric ? (
        <Check label="log x" on={log.has('x')} onChange={(on) => turnLog('x', on)} />
      ) : null}
      {kind === 'lines' ? <Check label="log y" on={log.has('y')} onChange={(on) => turnLog('y', on)} /> : null}
      {kind === 'breakdown' ? <Check label="shares" on={log.has('y')} onChange={(on) => turnLog('y', on)} /> : null}
    </>
  )
}

function Check({ label, on, onChange }: { label: string; on: boolean; onChange: (on: boolean) => void }) {
  return (
    <label className={styles['choice']}>
      <input type="checkbox" checked={on} onChange={(event) => onChange(event.target.checked)} />
      {label}
    </label>
  )
}

interface ChoiceProps {
  label: string
  value: string
  options: readonly (readonly [string, string])[]
  onChange: (value: string) => void
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <label className={styles['choice']}>
      {label}
      <select className={styles['select']} value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}
