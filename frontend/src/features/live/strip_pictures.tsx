import { use, useEffect } from 'react'
import { PictureContext } from '@/components/engine_view'
import type { StripGroup } from '@/viz/strips'

/** Offers each node's strip, under its name, for export. */
export function StripPictures({ group, nodes }: { group: StripGroup; nodes: ReadonlyMap<string, string> }) {
  const offers = use(PictureContext)
  useEffect(() => {
    const back = [...nodes].map(([key, name]) => offers?.part(name, () => group.picture(key)))
    return () => back.forEach((takeBack) => takeBack?.())
  }, [offers, group, nodes])
  return null
}
