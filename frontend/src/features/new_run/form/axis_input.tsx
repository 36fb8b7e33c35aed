import { Segmented } from '@/components/segmented'
import type { Node } from '@/lib/document/model'
import { plural } from '@/lib/format/number'
import { termLabel } from '@/lib/terms'
import { listed, valuesOf, type AxisDraft } from '../sweep/axis_draft'
import type { FieldState } from './form_context'
import styles from './axis.module.css'

interface AxisInputProps {
  field: FieldState
  title: string
  node: Node
  axis: AxisDraft
  /** Values that cannot be taken, with the reason. */
  missing: ReadonlyMap<string, string>
  onChange: (axis: AxisDraft) => void
}

const SHOWN = 6

/** In place of a field's control while it varies: a range, a list, or some of its choices. */
export function AxisInput({ field, title, node, axis, missing, onChange }: AxisInputProps) {
  const values = valuesOf(axis)
  const text = values.slice(0, SHOWN).join(', ') + (values.length > SHOWN ? ' …' : '')
  const options = node.kind === 'choice' ? node.values : node.kind === 'boolean' ? ['false', 'true'] : null
  return (
    <div className={styles['axis']}>
      {options !== null ? (
        <Options field={field} title={title} options={options} axis={axis} missing={missing} onChange={onChange} />
      ) : (
        <>
          <Segmented
            label={`How ${title} varies`}
            value={axis.kind}
            onChange={(kind) => onChange({ ...axis, kind, values: kind === 'list' ? values.join(', ') : axis.values })}
            options={[
              { value: 'range', label: 'Range' },
              { value: 'list', label: 'List' },
            ]}
          />
          {axis.kind === 'range' ? (
            <div className={styles['range']}>
              <Part field={field} title={title} name="min" label="from" axis={axis} onChange={onChange} />
              <Part field={field} title={title} name="max" label="to" axis={axis} onChange={onChange} />
              <Part field={field} title={title} name="step" label="step" axis={axis} onChange={onChange} />
            </div>
          ) : (
            <input
              {...field.aria}
              className={styles['input']}
              aria-label={`Values of ${title}`}
              autoComplete="off"
              spellCheck={false}
              placeholder="1, 2, 4, 8"
              value={axis.values}
              onChange={(event) => onChange({ ...axis, values: event.target.value })}
            />
          )}
        </>
      )}
      <p className={styles['values']} aria-live="polite">
        {values.length === 0
          ? 'no values yet'
          : `${plural(values.length, 'value')}${options === null ? `: ${text}` : ''}`}
        {axis.kind === 'range' && /^0*$/.test(axis.step.trim()) ? ' (step 0: times ten)' : ''}
      </p>
    </div>
  )
}

interface PartProps extends Omit<AxisInputProps, 'node' | 'missing'> {
  name: 'min' | 'max' | 'step'
  label: string
}

function Part({ field, title, name, label, axis, onChange }: PartProps) {
  return (
    <label>
      <span>{label}</span>
      <input
        {...(name === 'min' ? field.aria : { 'aria-invalid': field.aria['aria-invalid'] })}
        className={styles['input']}
        aria-label={`${title}, ${label}`}
        inputMode="decimal"
        autoComplete="off"
        spellCheck={false}
        value={axis[name]}
        onChange={(event) => onChange({ ...axis, [name]: event.target.value })}
      />
    </label>
  )
}

function Options({
  field,
  title,
  options,
  axis,
  missing,
  onChange,
}: Omit<AxisInputProps, 'node'> & { options: readonly string[] }) {
  const chosen = listed(axis.values)
  return (
    <div id={field.id} tabIndex={-1} role="group" aria-label={`Values of ${title}`} className={styles['options']}>
      {options.map((option) => (
        <label key={option} title={missing.get(option)}>
          <input
            type="checkbox"
            checked={chosen.includes(option)}
            disabled={missing.has(option) && !chosen.includes(option)}
            onChange={(event) =>
              onChange({
                ...axis,
                values: options
                  .filter((other) => (other === option ? event.target.checked : chosen.includes(other)))
                  .join(', '),
              })
            }
          />
          {option === 'true' ? 'on' : option === 'false' ? 'off' : termLabel(option)}
        </label>
      ))}
    </div>
  )
}
