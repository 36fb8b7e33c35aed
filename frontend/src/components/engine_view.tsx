import { createContext, use, useEffect, useRef } from 'react'

/** A chart engine as a component sees it (viz/engine.ts): started in an element, fed, stopped. */
export interface Drawable<Data> {
  start(host: HTMLElement): void
  push(data: Data): void
  stop(): void
  picture?(format: 'svg' | 'png'): Promise<Blob | null>
}

export type PictureOf = (format: 'svg' | 'png') => Promise<Blob | null>

/** Takes what makes a picture of the chart, for export by the card around it; the result takes it back. */
export type OfferPicture = (picture: PictureOf) => () => void

export const PictureContext = createContext<OfferPicture | null>(null)

interface EngineViewProps<Data> {
  /** Makes the engine when the component is mounted; later makers are not looked at. */
  make: () => Drawable<Data>
  data: Data
  className?: string | undefined
}

/** Gives an engine its element and its data. */
export function EngineView<Data>({ make, data, className }: EngineViewProps<Data>) {
  const host = useRef<HTMLDivElement>(null)
  const engine = useRef<Drawable<Data> | null>(null)
  const first_make = useRef(make)
  const offer = use(PictureContext)
  useEffect(() => {
    if (host.current === null) return
    const made = first_make.current()
    made.start(host.current)
    engine.current = made
    const takeBack = offer?.((format) => made.picture?.(format) ?? Promise.resolve(null))
    return () => {
      takeBack?.()
      made.stop()
      engine.current = null
    }
  }, [offer])
  useEffect(() => engine.current?.push(data), [data])
  return <div ref={host} className={className} />
}
