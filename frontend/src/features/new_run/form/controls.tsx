import { useState } from 'react'
import { Segmented } from '@/components/segmented'
import type { Json } from '@/lib/document/json'
import type { Node } from '@/lib/document/model'
import { termLabel } from '@/lib/terms'
import type { FieldState } from './form_context'
import styles from './form.module.css'

/** What was typed as a document holds it: a number if it is one, else the text, for the check to refuse. */
export function parseNumber(text: string): Json {
  const plain = text.replaceAll(/[\s\u202f\u00a0]/g, '').replace('−', '-')
  if (plain === '') return ''
  return /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : text
}

function numberText(value: Json | undefined): string {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value)
}

/** Up and down step by one, with Shift by ten. What is typed is kept as it is typed until the field is left. */
export function NumberInput({ field, node }: { field: FieldState; node: Node & { kind: 'integer' | 'number' } }) {
  const [typed, setTyped] = useState<string | null>(null)
  const step = (by: number) => {
    const now = typeof field.value === 'number' ? field.value : (node.minimum ?? 0)
    const next = Math.min(node.maximum ?? Infinity, Math.max(node.minimum ?? -Infinity, now + by))
    setTyped(null)
    field.set(next)
  }
  return (
    <input
      {...field.aria}
      className={styles['input']}
      type="text"
      inputMode={node.kind === 'integer' ? 'numeric' : 'decimal'}
      autoComplete="off"
      spellCheck={false}
      value={typed ?? numberText(field.value)}
      onChange={(event) => {
        setTyped(event.target.value)
        field.set(parseNumber(event.target.value))
      }}
      onBlur={() => setTyped(null)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
        event.preventDefault()
        step((event.key === 'ArrowUp' ? 1 : -1) * (event.shiftKey ? 10 : 1))
      }}
    />
  )
}

export function TextInput({
  field,
  multiline,
  mono = false,
}: {
  field: FieldState
  multiline: boolean
  mono?: boolean
}) {
  const value = numberText(field.value)
  if (multiline) {
    return (
      <textarea
        {...field.aria}
        className={styles['input']}
        rows={2}
        value={value}
        onChange={(event) => field.set(event.target.value)}
      />
    )
  }
  return (
    <input
      {...field.aria}
      className={styles['input']}
      type="text"
      autoComplete="off"
      spellCheck={mono ? false : undefined}
      value={value}
      onChange={(event) => field.set(event.target.value)}
    />
  )
}

interface ChoiceInputProps {
  field: FieldState
  title: string
  values: readonly string[]
  /** Those that cannot be taken, with the reason. */
  missing: ReadonlyMap<string, string>
}

/** Few short choices are all seen; more are a list. */
export function ChoiceInput({ field, title, values, missing }: ChoiceInputProps) {
  const labels = values.map(termLabel)
  const few = values.length <= 4 && labels.join('').length <= 32
  const value = typeof field.value === 'string' ? field.value : ''
  if (few) {
    return (
      <div id={field.id} tabIndex={-1} aria-describedby={field.aria['aria-describedby']}>
        <Segmented
          label={title}
          value={value}
          onChange={field.set}
          options={values.map((option) => ({
            value: option,
            label: termLabel(option),
            title: missing.get(option),
            disabled: missing.has(option),
          }))}
        />
      </div>
    )
  }
  return (
    <select
      {...field.aria}
      aria-label={title}
      className={styles['input']}
      value={value}
      onChange={(event) => field.set(event.target.value)}
    >
      {values.includes(value) ? null : <option value={value}>{value === '' ? 'choose' : value}</option>}
      {values.map((option) => (
        <option key={option} value={option} disabled={missing.has(option)} title={missing.get(option)}>
          {termLabel(option)}
        </option>
      ))}
    </select>
  )
}

export function SwitchInput({ field }: { field: FieldState }) {
  const on = field.value === true
  return (
    <span className={styles['switch']}>
      <input
        {...field.aria}
        type="checkbox"
        role="switch"
        checked={on}
        onChange={(event) => field.set(event.target.checked)}
      />
      <span aria-hidden="true">{on ? 'on' : 'off'}</span>
    </span>
  )
}

/** A list written with commas: tags, names, counts. Kept as typed until the field is left. */
export function ListInput({
  field,
  numbers,
  placeholder,
}: {
  field: FieldState
  numbers: boolean
  placeholder?: string | undefined
}) {
  const [typed, setTyped] = useState<string | null>(null)
  const value = Array.isArray(field.value)
    ? field.value.map((item: Json) => numberText(item)).join(', ')
    : numberText(field.value)
  return (
    <input
      {...field.aria}
      className={styles['input']}
      type="text"
      autoComplete="off"
      spellCheck={false}
      placeholder={placeholder}
      value={typed ?? value}
      onChange={(event) => {
        setTyped(event.target.value)
        const parts = event.target.value
          .split(',')
          .map((part) => part.trim())
          .filter((part) => part !== '')
        field.set(numbers ? parts.map(parseNumber) : parts)
      }}
      onBlur={() => setTyped(null)}
    />
  )
}
