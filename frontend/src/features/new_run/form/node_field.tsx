import { Segmented } from '@/components/segmented'
import { getAt, isObject, pathText, setAt, type Json, type Path } from '@/lib/document/json'
import { isFreeText, withDefaults, type Field, type Node, type UnionMember } from '@/lib/document/model'
import { isRelevant } from '@/lib/document/relevance'
import { isBigInteger } from '@/lib/document/validate'
import { formatCount, formatParameter, THIN } from '@/lib/format/number'
import { termLabel } from '@/lib/terms'
import { canVary, firstAxis, MOST_AXES } from '../sweep/axis_draft'
import { AxisInput } from './axis_input'
import { ModelEditor } from '../../models/model_editor'
import { ChoiceInput, ListInput, NumberInput, SwitchInput, TextInput } from './controls'
import { FieldFrame } from './field_frame'
import { isAtOrBelow, useField, useForm } from './form_context'
import styles from './form.module.css'

/** Fields whose schema says that they have no effect now are left out, unless they vary or something is wrong with them. */
export function useShownFields(fields: readonly Field[], path: Path): readonly Field[] {
  const { document, errors, axes } = useForm()
  return fields.filter((field) => {
    if (field.node.kind === 'constant') return false
    if (isRelevant(document, field.relevant)) return true
    const at = pathText([...path, field.key])
    // What varies stays in sight, so that it can be taken back.
    if (axes.some((axis) => isAtOrBelow(axis.path, at))) return true
    return errors.some((error) => isAtOrBelow(error.field, at))
  })
}

export function FieldGrid({ fields, path }: { fields: readonly Field[]; path: Path }) {
  const shown = useShownFields(fields, path)
  // Under a group of fields a single one would seem to be of that group.
  const single = shown.filter((field) => field.node.kind !== 'object')
  const groups = shown.filter((field) => field.node.kind === 'object')
  return (
    <div className={styles['grid']}>
      {[...single, ...groups].map((field) => (
        <NodeField key={field.key} field={field} path={[...path, field.key]} />
      ))}
    </div>
  )
}

function rangeHint(node: Node): string | undefined {
  if (node.kind !== 'integer' && node.kind !== 'number') return undefined
  const { minimum, maximum } = node
  const text = (value: number) => (Number.isInteger(value) ? formatCount(value) : formatParameter(value))
  if (minimum !== null && maximum !== null) return `${text(minimum)}${THIN}–${THIN}${text(maximum)}`
  return minimum === null ? undefined : `≥${THIN}${text(minimum)}`
}

/** One field of a document, by what its schema says it holds. */
export function NodeField({ field, path }: { field: Field; path: Path }) {
  const { node } = field
  if (node.kind === 'union') return <UnionField field={field} members={node.members} path={path} />
  if (node.kind === 'object') {
    return (
      <fieldset className={styles['group']}>
        <legend>{field.title}</legend>
        <FieldGrid fields={node.fields} path={path} />
      </fieldset>
    )
  }
  return <LeafField field={field} path={path} />
}

/** About the run rather than what it measures: these do not vary. */
const FIXED = new Set(['name', 'note', 'tags', 'repeats', 'seed'])

function useVary(field: Field, path: Path) {
  const { axes, setAxis, document, missing } = useForm()
  const text = pathText(path)
  const axis = axes.find((one) => one.path === text)
  const possible = canVary(field.node) && !FIXED.has(String(path[0])) && !path.some((part) => typeof part === 'number')
  const vary =
    possible && (axis !== undefined || axes.length < MOST_AXES)
      ? {
          on: axis !== undefined,
          toggle: () =>
            setAxis(
              text,
              axis === undefined ? firstAxis(text, field.node, getAt(document, path), missing(field)) : null,
            ),
        }
      : undefined
  return { axis, vary, setAxis }
}

function LeafField({ field, path }: { field: Field; path: Path }) {
  const state = useField(path)
  const { axis, vary, setAxis } = useVary(field, path)
  const missing = useForm().missing(field)
  const { node } = field
  const frame = {
    vary,
    free: isFreeText(node),
    field: state,
    title: field.title,
    help: [field.description, ...missing.values()].join(' '),
    unit: field.unit,
    range: rangeHint(node),
  }
  if (axis !== undefined) {
    return (
      <FieldFrame {...frame} group>
        <AxisInput
          field={state}
          title={field.title}
          node={node}
          axis={axis}
          missing={missing}
          onChange={(next) => setAxis(axis.path, next)}
        />
      </FieldFrame>
    )
  }
  switch (node.kind) {
    case 'integer':
    case 'number':
      return (
        <FieldFrame {...frame}>
          <NumberInput field={state} node={node} />
        </FieldFrame>
      )
    case 'text': {
      if (node.format === 'model') {
        return (
          <FieldFrame {...frame} whole group>
            <ModelEditor
              id={state.id}
              label={field.title}
              text={typeof state.value === 'string' ? state.value : ''}
              most={node.max_length ?? Infinity}
              invalid={state.aria['aria-invalid']}
              described_by={state.aria['aria-describedby']}
              onChange={state.set}
            />
          </FieldFrame>
        )
      }
      const multiline = (node.max_length ?? 0) > 500
      return (
        <FieldFrame {...frame} wide={multiline}>
          <TextInput field={state} multiline={multiline} mono={isBigInteger(node)} />
        </FieldFrame>
      )
    }
    case 'choice':
      return (
        <FieldFrame {...frame} group>
          <ChoiceInput field={state} title={field.title} values={node.values} missing={missing} />
        </FieldFrame>
      )
    case 'boolean':
      return (
        <FieldFrame {...frame}>
          <SwitchInput field={state} />
        </FieldFrame>
      )
    case 'list': {
      const numbers = node.item.kind === 'integer' || node.item.kind === 'number'
      return (
        <FieldFrame {...frame}>
          <ListInput field={state} numbers={numbers} placeholder={numbers ? '20, 10, 10' : 'separated by commas'} />
        </FieldFrame>
      )
    }
    case 'constant':
    case 'object':
    case 'union':
      return null
  }
}

/** One of several forms, told apart by `kind`. What two forms share is kept when the kind changes. */
function UnionField({ field, members, path }: { field: Field; members: readonly UnionMember[]; path: Path }) {
  const value = useField(path, false).value
  const tag = isObject(value) && typeof value['kind'] === 'string' ? value['kind'] : ''
  const member = members.find((candidate) => candidate.tag === tag)
  return (
    <>
      <KindField field={field} members={members} path={path} />
      {member === undefined
        ? null
        : member.node.fields
            .filter((part) => part.key !== 'kind')
            .map((part) => <NodeField key={part.key} field={part} path={[...path, part.key]} />)}
    </>
  )
}

interface KindFieldProps {
  field: Field
  members: readonly UnionMember[]
  path: Path
  /** For forms so many that they are told apart by family first. */
  familyOf?: (tag: string) => string
}

/** The choice of the form alone. */
export function KindField({ field, members, path, familyOf }: KindFieldProps) {
  const own = useField(path, false)
  const tag_field = useField([...path, 'kind'])
  const value = own.value
  const tag = isObject(value) && typeof value['kind'] === 'string' ? value['kind'] : ''
  const member = members.find((candidate) => candidate.tag === tag)
  const choose = (next: string) => {
    const chosen = members.find((candidate) => candidate.tag === next)
    if (chosen === undefined) return
    const kept = isObject(value) ? value : {}
    const shared = Object.fromEntries(
      chosen.node.fields.flatMap(({ key }): [string, Json][] => {
        const there = kept[key]
        return key === 'kind' || there === undefined ? [] : [[key, there]]
      }),
    )
    own.set(setAt(withDefaults(chosen.node, shared), ['kind'], next))
  }
  return (
    <FieldFrame
      // What has changed within the form chosen is marked there.
      field={{ ...own, changed: tag_field.changed, errors: [...own.errors, ...tag_field.errors] }}
      title={field.title}
      help={member?.node.description ?? field.description}
      group
      wide={members.length > 3}
    >
      <div id={own.id} tabIndex={-1}>
        <Segmented
          label={field.title}
          value={tag}
          onChange={choose}
          options={members.map((option) => ({
            value: option.tag,
            label: termLabel(option.tag),
            title: option.node.description,
            family: familyOf?.(option.tag),
          }))}
        />
      </div>
    </FieldFrame>
  )
}
