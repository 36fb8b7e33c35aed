import { use, useEffect } from 'react'
import { PictureContext } from '@/components/engine_view'
import type { StripGroup } from '@/viz/strips'

/** Offers the strips, one under the other, as one picture for export. */
export function StripPictures({ group, keys }: { group: StripGroup; keys: readonly string[] }) {
  const offer = use(PictureContext)
  useEffect(() => offer?.(() => group.picture(keys)), [offer, group, keys])
  return null
}
