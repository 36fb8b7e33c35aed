import { getAt, isObject, type Path } from '@/lib/document/json'
import { isDefault, type Field } from '@/lib/document/model'
import { firstFields } from '../../results/registry'
import { useForm } from './form_context'
import { MoreFields } from './more_fields'
import { FieldGrid } from './node_field'

const WORKLOAD: Path = ['workload']

interface WorkloadFieldsProps {
  fields: readonly Field[]
  kind: string
}

/** The fields that most runs of a workload set, and those in which the preset differs from the defaults; the others are behind `More`. */
export function WorkloadFields({ fields, kind }: WorkloadFieldsProps) {
  const { origin } = useForm()
  const started = getAt(origin, WORKLOAD)
  const start = isObject(started) && started['kind'] === kind ? started : undefined
  const names = firstFields(kind)
  const isFirst = (field: Field) =>
    names.length === 0 || names.includes(field.key) || (start !== undefined && !isDefault(field, start[field.key]))
  return (
    <>
      <FieldGrid fields={fields.filter(isFirst)} path={WORKLOAD} />
      <MoreFields fields={fields.filter((field) => !isFirst(field))} path={WORKLOAD} compares={start !== undefined} />
    </>
  )
}
