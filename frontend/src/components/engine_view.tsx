import { createContext, use, useEffect, useRef } from 'react'
import type { PictureName } from '@/lib/framed_picture'

/** A chart engine as a component sees it (viz/engine.ts): started in an element, fed, stopped. */
export interface Drawable<Data> {
  start(host: HTMLElement): void
  push(data: Data): void
  stop(): void
  picture?(): Promise<Blob | null>
}

/** Makes an SVG or PNG file of a part of a chart; null while there is nothing to show. */
export type PictureOf = () => Promise<Blob | null>

/** What a card takes from the charts and legends in it, for export. Each call's result takes the offer back. */
export interface PictureOffers {
  /** `title` tells the parts of a chart apart; empty for the only one. */
  readonly part: (title: string, picture: PictureOf) => () => void
  /** What the colours mean. */
  readonly names: (names: readonly PictureName[]) => () => void
}

export const PictureContext = createContext<PictureOffers | null>(null)

interface EngineViewProps<Data> {
  /** Makes the engine when the component is mounted; later makers are not looked at. */
  make: () => Drawable<Data>
  data: Data
  /** In exported pictures, where a chart has several parts. */
  title?: string
  className?: string | undefined
}

/** Gives an engine its element and its data. */
export function EngineView<Data>({ make, data, title = '', className }: EngineViewProps<Data>) {
  const host = useRef<HTMLDivElement>(null)
  const engine = useRef<Drawable<Data> | null>(null)
  const first_make = useRef(make)
  const offers = use(PictureContext)
  useEffect(() => {
    if (host.current === null) return
    const made = first_make.current()
    made.start(host.current)
    engine.current = made
    return () => {
      made.stop()
      engine.current = null
    }
  }, [])
  useEffect(() => offers?.part(title, () => engine.current?.picture?.() ?? Promise.resolve(null)), [offers, title])
  useEffect(() => engine.current?.push(data), [data])
  return <div ref={host} className={className} />
}

/** Names of colours that exported pictures show, where the page shows them in another way than a legend. */
export function PictureNames({ names }: { names: readonly PictureName[] }) {
  const offers = use(PictureContext)
  useEffect(() => offers?.names(names), [offers, names])
  return null
}
