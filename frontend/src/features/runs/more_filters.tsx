import { useState } from 'react'
import { workload_records } from '@/api/workloads'
import { Button } from '@/components/button'
import { Icon } from '@/components/icon'
import { Popover } from '@/components/popover'
import { termLabel } from '@/lib/terms'
import { settingsOf, settingsText } from './run_filter'
import styles from './run_filters.module.css'
import type { RunsSearch } from './runs_search'

export type ChangeSearch = (change: { readonly [Key in keyof RunsSearch]?: RunsSearch[Key] | undefined }) => void

interface MoreFiltersProps {
  search: RunsSearch
  onChange: ChangeSearch
}

const COMMIT = /^[0-9a-f]{4,40}$/i
const SETTING = /^[a-z][a-z0-9_.[\]]*=[^;]+$/
const DAYS = [
  { key: 'since', label: 'Created from (day in UTC)' },
  { key: 'until', label: 'Created until (day in UTC)' },
] as const
/** As the console allows. */
const MOST_SETTINGS = 8

/** Workload, days, commit and settings, in a panel. A filter takes effect as soon as it is complete. */
export function MoreFilters({ search, onChange }: MoreFiltersProps) {
  return (
    <Popover label="More filters" small align="left">
      <div className={styles['more']}>
        <label>
          Workload
          <select
            value={search.workload ?? ''}
            onChange={(event) => onChange({ workload: chosen(event.target.value) })}
          >
            <option value="">all</option>
            {workload_records.map(({ kind }) => (
              <option key={kind} value={kind}>
                {termLabel(kind)}
              </option>
            ))}
          </select>
        </label>
        {DAYS.map(({ key, label }) => (
          <label key={key}>
            {label}
            <input
              type="date"
              value={search[key] ?? ''}
              min={key === 'until' ? search.since : undefined}
              max={key === 'since' ? search.until : undefined}
              onChange={(event) => onChange({ [key]: chosen(event.target.value) })}
            />
          </label>
        ))}
        <TextForm
          label="Commit of Orrery"
          rule="Give its first 4 to 40 hexadecimal digits."
          placeholder="51dcbca0"
          start={search.commit ?? ''}
          submit="Set"
          fits={(text) => COMMIT.test(text)}
          onSubmit={(commit) => onChange({ commit: commit.toLowerCase() })}
        />
        <TextForm
          clears
          label="Setting"
          rule="Write a path, an equals sign and a value, without a semicolon."
          placeholder="workload.entities=40"
          start=""
          submit="Add"
          fits={(text) => SETTING.test(text)}
          disabled={settingsOf(search).length >= MOST_SETTINGS}
          onSubmit={(text) => onChange({ set: settingsText([...settingsOf(search), text]) })}
        />
      </div>
    </Popover>
  )
}

function chosen(value: string): string | undefined {
  return value === '' ? undefined : value
}

interface TextFormProps {
  label: string
  rule: string
  placeholder: string
  start: string
  submit: string
  /** The field is empty again after each text that fits. */
  clears?: boolean
  disabled?: boolean
  fits: (text: string) => boolean
  onSubmit: (text: string) => void
}

function TextForm({
  label,
  rule,
  placeholder,
  start,
  submit,
  clears = false,
  disabled = false,
  fits,
  onSubmit,
}: TextFormProps) {
  const [text, setText] = useState(start)
  const [refused, setRefused] = useState(false)
  const [seen, setSeen] = useState(start)
  // A chip can take the filter away while the panel is open.
  if (start !== seen) {
    setSeen(start)
    setText(start)
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const trimmed = text.trim()
        setRefused(!fits(trimmed))
        if (!fits(trimmed)) return
        if (clears) setText('')
        onSubmit(trimmed)
      }}
    >
      <label>
        {label}
        <input
          value={text}
          placeholder={placeholder}
          maxLength={500}
          aria-invalid={refused}
          onChange={(event) => {
            setText(event.target.value)
            setRefused(false)
          }}
        />
      </label>
      <Button small type="submit" disabled={disabled} aria-label={`${submit} ${label.toLowerCase()}`}>
        {submit}
      </Button>
      <p role="status">{refused ? `“${text.trim()}” does not fit. ${rule}` : ''}</p>
    </form>
  )
}

/** One chip for each filter of the panel; its button removes it. */
export function FilterChips({ search, onChange }: MoreFiltersProps) {
  const { workload, since, until, commit } = search
  const settings = settingsOf(search)
  const chips: readonly { readonly text: string; readonly remove: () => void }[] = [
    ...(workload === undefined ? [] : [{ text: termLabel(workload), remove: () => onChange({ workload: undefined }) }]),
    ...(since === undefined ? [] : [{ text: `from ${since}`, remove: () => onChange({ since: undefined }) }]),
    ...(until === undefined ? [] : [{ text: `until ${until}`, remove: () => onChange({ until: undefined }) }]),
    ...(commit === undefined ? [] : [{ text: `commit ${commit}`, remove: () => onChange({ commit: undefined }) }]),
    ...settings.map((text) => ({
      text,
      remove: () => onChange({ set: settingsText(settings.filter((other) => other !== text)) }),
    })),
  ]
  return chips.map(({ text, remove }) => (
    <span key={text} className={styles['chip']}>
      <span title={text}>{text}</span>
      <button type="button" aria-label={`Remove the filter ${text}`} onClick={remove}>
        <Icon name="close" size={11} />
      </button>
    </span>
  ))
}
