import { useState } from 'react'
import { Button } from '@/components/button'
import { getAt, isObject, pathText, sameJson, type Path } from '@/lib/document/json'
import { isDefault, type Field } from '@/lib/document/model'
import { plural } from '@/lib/format/number'
import { firstFields } from '../../results/registry'
import { isAtOrBelow, useForm } from './form_context'
import { FieldGrid, useShownFields } from './node_field'

const WORKLOAD: Path = ['workload']

interface WorkloadFieldsProps {
  fields: readonly Field[]
  kind: string
}

/**
 * The fields that most runs of a workload set, and those in which the preset differs from the defaults. The others are behind
 * `More`: it opens by itself if one of them is changed or varies, and cannot be closed while one is wrong.
 */
export function WorkloadFields({ fields, kind }: WorkloadFieldsProps) {
  const { document, origin, errors, axes } = useForm()
  const [wanted, setWanted] = useState<boolean | null>(null)
  const started = getAt(origin, WORKLOAD)
  const start = isObject(started) && started['kind'] === kind ? started : undefined
  const names = firstFields(kind)
  const isFirst = (field: Field) =>
    names.length === 0 || names.includes(field.key) || (start !== undefined && !isDefault(field, start[field.key]))
  const others = useShownFields(
    fields.filter((field) => !isFirst(field)),
    WORKLOAD,
  )
  const at = (field: Field): Path => [...WORKLOAD, field.key]
  const isWrong = others.some((field) => errors.some((error) => isAtOrBelow(error.field, pathText(at(field)))))
  const isTouched = others.some(
    (field) =>
      axes.some((axis) => isAtOrBelow(axis.path, pathText(at(field)))) ||
      (start !== undefined && !sameJson(getAt(document, at(field)), start[field.key])),
  )
  const open = isWrong || (wanted ?? isTouched)
  return (
    <>
      <FieldGrid fields={fields.filter(isFirst)} path={WORKLOAD} />
      {others.length === 0 ? null : (
        <div>
          <Button
            small
            variant="quiet"
            icon={open ? 'chevron_down' : 'chevron_right'}
            aria-expanded={open}
            onClick={() => setWanted(!open)}
          >
            {`More: ${plural(others.length, 'field')}`}
          </Button>
        </div>
      )}
      {open ? <FieldGrid fields={others} path={WORKLOAD} /> : null}
    </>
  )
}
