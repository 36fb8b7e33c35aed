import { useState } from 'react'
import { Button } from '@/components/button'
import { getAt, pathText, sameJson, type Path } from '@/lib/document/json'
import type { Field } from '@/lib/document/model'
import { plural } from '@/lib/format/number'
import { isAtOrBelow, useForm } from './form_context'
import { FieldGrid, useShownFields } from './node_field'

interface MoreFieldsProps {
  fields: readonly Field[]
  /** The object that has the fields. */
  path: Path
  /** Whether a field that differs from the preset's counts as changed. False: the preset has other fields here. */
  compares: boolean
}

/** Fields behind `More`: it opens by itself if one of them is changed or varies, and cannot be closed while one is wrong. */
export function MoreFields({ fields, path, compares }: MoreFieldsProps) {
  const { document, origin, errors, axes } = useForm()
  const [wanted, setWanted] = useState<boolean | null>(null)
  const shown = useShownFields(fields, path)
  const at = (field: Field): Path => [...path, field.key]
  const isWrong = shown.some((field) => errors.some((error) => isAtOrBelow(error.field, pathText(at(field)))))
  const isTouched = shown.some(
    (field) =>
      axes.some((axis) => isAtOrBelow(axis.path, pathText(at(field)))) ||
      (compares && !sameJson(getAt(document, at(field)), getAt(origin, at(field)))),
  )
  const open = isWrong || (wanted ?? isTouched)
  if (shown.length === 0) return null
  return (
    <>
      <div>
        <Button
          small
          variant="quiet"
          icon={open ? 'chevron_down' : 'chevron_right'}
          aria-expanded={open}
          onClick={() => setWanted(!open)}
        >
          {`More: ${plural(shown.length, 'field')}`}
        </Button>
      </div>
      {open ? <FieldGrid fields={shown} path={path} /> : null}
    </>
  )
}
