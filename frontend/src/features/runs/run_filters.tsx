import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { RunStateValues, type RunState } from '@/api/contracts'
import { queries } from '@/api/queries'
import { Button } from '@/components/button'
import { Icon } from '@/components/icon'
import { Popover } from '@/components/popover'
import { useShortcuts } from '@/lib/shortcuts/shortcuts'
import { useFleet } from '@/lib/use_fleet'
import { FilterChips, MoreFilters, type ChangeSearch } from './more_filters'
import { isFiltered, NO_FILTERS } from './run_filter'
import type { RunColumn } from './run_columns'
import styles from './run_filters.module.css'
import type { RunsSearch } from './runs_search'
import { ViewsMenu } from './views_menu'

const TYPING_PAUSE_MS = 250

interface RunFiltersProps {
  search: RunsSearch
  /** Tags of the runs at hand. */
  tags: readonly string[]
  columns: readonly RunColumn[]
  shown: readonly RunColumn[]
  onChange: ChangeSearch
}

/** Text, state, node, tag, preset, archived, further filters in a panel, and which columns are shown. */
export function RunFilters({ search, tags, columns, shown, onChange }: RunFiltersProps) {
  const fleet = useFleet()
  const presets = useQuery(queries.presets())
  const input = useRef<HTMLInputElement>(null)
  useShortcuts([{ keys: '/', label: 'Find runs', group: 'Runs', run: () => input.current?.focus() }])
  const toggleColumn = (key: string) => {
    const keys = shown.map((column) => column.key)
    const next = keys.includes(key) ? keys.filter((other) => other !== key) : [...keys, key]
    onChange({ columns: next.join(',') })
  }
  return (
    <div className={styles['filters']} role="search">
      <TextFilter input={input} value={search.q} onChange={(q) => onChange({ q })} />
      <FilterSelect
        label="State"
        value={search.state}
        options={RunStateValues}
        onChange={(state) => onChange({ state: state as RunState | undefined })}
      />
      <FilterSelect
        label="Node"
        value={search.node}
        options={fleet.nodes.map((node) => node.name)}
        onChange={(node) => onChange({ node })}
      />
      <FilterSelect label="Tag" value={search.tag} options={tags} onChange={(tag) => onChange({ tag })} />
      <FilterSelect
        label="Preset"
        value={search.preset}
        options={(presets.data?.items ?? []).map((preset) => preset.name)}
        onChange={(preset) => onChange({ preset })}
      />
      <label className={styles['check']}>
        <input
          type="checkbox"
          checked={search.archived === 'yes'}
          onChange={(event) => onChange({ archived: event.target.checked ? 'yes' : undefined })}
        />
        archived
      </label>
      <MoreFilters search={search} onChange={onChange} />
      <FilterChips search={search} onChange={onChange} />
      {isFiltered(search) ? (
        <Button small variant="quiet" icon="close" onClick={() => onChange(NO_FILTERS)}>
          Clear
        </Button>
      ) : null}
      <span className={styles['columns']}>
        <Popover label="Columns" small icon="columns">
          <fieldset className={styles['column_list']}>
            <legend className="unseen">Columns</legend>
            {columns.map((column) => (
              <label key={column.key}>
                <input
                  type="checkbox"
                  checked={shown.includes(column)}
                  disabled={column.key === 'name'}
                  onChange={() => toggleColumn(column.key)}
                />
                {column.title}
              </label>
            ))}
            <Button small variant="quiet" onClick={() => onChange({ columns: undefined })}>
              The usual ones
            </Button>
          </fieldset>
        </Popover>
        <ViewsMenu search={search} />
      </span>
    </div>
  )
}

interface TextFilterProps {
  input: React.RefObject<HTMLInputElement | null>
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** The address follows a moment after the typing; any other change of the address replaces what was typed. */
function TextFilter({ input, value, onChange }: TextFilterProps) {
  const [typed, setTyped] = useState(value ?? '')
  const [seen, setSeen] = useState(value)
  // The text that this field put into the address last.
  const [sent, setSent] = useState(value)
  if (value !== seen) {
    setSeen(value)
    if (value !== sent) {
      setSent(value)
      setTyped(value ?? '')
    }
  }
  const change = useRef(onChange)
  useEffect(() => {
    change.current = onChange
  })
  useEffect(() => {
    const wanted = typed.trim() === '' ? undefined : typed.trim()
    if (wanted === value) return
    const timer = setTimeout(() => {
      setSent(wanted)
      change.current(wanted)
    }, TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, value])
  return (
    <label className={styles['search']}>
      <Icon name="search" />
      <span className="unseen">Find runs</span>
      <input
        ref={input}
        type="search"
        className={styles['search_input']}
        placeholder="Name, number, tag, node …"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </label>
  )
}

interface FilterSelectProps {
  label: string
  value: string | undefined
  options: readonly string[]
  onChange: (value: string | undefined) => void
}

function FilterSelect({ label, value, options, onChange }: FilterSelectProps) {
  const all = value === undefined || options.includes(value) ? options : [...options, value]
  return (
    <select
      className={styles['select']}
      aria-label={label}
      data-set={value !== undefined}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
    >
      <option value="">{label}: all</option>
      {all.map((option) => (
        <option key={option} value={option}>
          {option}
        </option>
      ))}
    </select>
  )
}
