/**
 * Entities where they are, a dot each in the colour of its node, on a square canvas; up to some ten thousand of them glide
 * from moment to moment at the screen's pace. Wheel with Ctrl, buttons or the keys + and - zoom, dragging and arrow keys
 * move, 0 shows all again; the pointer tells what is under it.
 *
 * For others than the map itself: `pick` is the entity that is drawn at a place of the window.
 */
import './viz.css'
import type { Engine } from './engine'
import { Flight, type Moment } from './flight'
import { panned, WHOLE, zoomed, type MapView } from './map_view'
import { canvasPng } from './svg_picture'
import { rgbOf } from './contrast'
import { followTheme, readTokens, type Tokens } from './tokens'

export interface EntityMapNode {
  readonly index: number
  readonly name: string
  /** 1 to 8, as everywhere. */
  readonly colour: number
  /** Null until it has said where its entities are. A new object is a new moment. */
  readonly moment: Moment | null
}

export interface EntityMapData {
  readonly label: string
  readonly nodes: readonly EntityMapNode[]
}

export interface PickedEntity {
  readonly id: number
  readonly node: number
}

const REACH_PX = 9
const NOTHING_MORE_MS = 1_500

export class EntityMap implements Engine<EntityMapData> {
  #host: HTMLElement | null = null
  #canvas: HTMLCanvasElement | null = null
  #context: CanvasRenderingContext2D | null = null
  #image: ImageData | null = null
  #pixels = new Uint32Array(0)
  #tip: HTMLElement | null = null
  #tokens: Tokens | null = null
  #data: EntityMapData = { label: '', nodes: [] }
  #view: MapView = WHOLE
  #frame = 0
  #dirty = true
  #last_moment = 0
  #pointer: { x: number; y: number } | null = null
  #drag: { x: number; y: number; view: MapView } | null = null
  readonly #flights = new Map<number, { flight: Flight; moment: Moment | null }>()
  readonly #leave: (() => void)[] = []
  readonly #zoomedTo: (zoom: number) => void

  constructor(zoomedTo: (zoom: number) => void = () => undefined) {
    this.#zoomedTo = zoomedTo
  }

  start(host: HTMLElement): void {
    const canvas = document.createElement('canvas')
    canvas.className = 'viz-map'
    canvas.tabIndex = 0
    canvas.setAttribute('role', 'img')
    const tip = document.createElement('div')
    tip.className = 'viz-tip'
    tip.setAttribute('aria-hidden', 'true')
    tip.hidden = true
    host.append(canvas, tip)
    this.#host = host
    this.#canvas = canvas
    this.#tip = tip
    this.#context = canvas.getContext('2d', { alpha: false })
    const observer = new ResizeObserver(() => this.#resize())
    observer.observe(host)
    this.#leave.push(
      () => observer.disconnect(),
      followTheme(() => this.#retheme()),
    )
    this.#retheme()
    this.#listen(canvas)
    this.#resize()
  }

  push(data: EntityMapData): void {
    const now = performance.now()
    this.#data = data
    this.#canvas?.setAttribute('aria-label', data.label)
    const known = new Set(data.nodes.map(({ index }) => index))
    for (const index of this.#flights.keys()) if (!known.has(index)) this.#flights.delete(index)
    for (const { index, moment } of data.nodes) {
      const own = this.#flights.get(index) ?? { flight: new Flight(), moment: null }
      this.#flights.set(index, own)
      if (moment === own.moment) continue
      own.moment = moment
      own.flight.set(moment ?? { ids: [], x: [], y: [] }, now)
      this.#last_moment = now
    }
    this.#redraw()
  }

  stop(): void {
    cancelAnimationFrame(this.#frame)
    this.#frame = 0
    for (const leave of this.#leave.splice(0)) leave()
    this.#host?.replaceChildren()
    this.#host = this.#canvas = this.#context = this.#image = this.#tip = null
  }

  picture(): Promise<Blob | null> {
    return this.#canvas === null ? Promise.resolve(null) : canvasPng(this.#canvas)
  }

  zoom(factor: number): void {
    this.#look(zoomed(this.#view, factor))
  }

  showAll(): void {
    this.#look(WHOLE)
  }

  /** The entity nearest to a place of the window, if there is one within reach. */
  pick(client_x: number, client_y: number): PickedEntity | null {
    const at = this.#placeOf(client_x, client_y)
    const size = this.#canvas?.clientWidth ?? 0
    if (at === null || size === 0) return null
    const reach = REACH_PX / size / this.#view.zoom
    const x = this.#view.left + at.x / this.#view.zoom
    const y = this.#view.top + at.y / this.#view.zoom
    let found: PickedEntity | null = null
    let nearest = reach * reach
    for (const [node, { flight }] of this.#flights) {
      for (let i = 0; i < flight.count; i += 1) {
        const dx = (flight.x[i] ?? 0) - x
        const dy = (flight.y[i] ?? 0) - y
        const distance = dx * dx + dy * dy
        if (distance > nearest) continue
        nearest = distance
        found = { id: flight.ids[i] ?? 0, node }
      }
    }
    return found
  }

  #placeOf(client_x: number, client_y: number): { x: number; y: number } | null {
    const box = this.#canvas?.getBoundingClientRect()
    if (box === undefined || box.width === 0) return null
    return { x: (client_x - box.left) / box.width, y: (client_y - box.top) / box.height }
  }

  #look(view: MapView): void {
    if (view.zoom !== this.#view.zoom) this.#zoomedTo(view.zoom)
    this.#view = view
    this.#redraw()
  }

  #retheme(): void {
    this.#tokens = this.#host === null ? null : readTokens(this.#host)
    this.#redraw()
  }

  #resize(): void {
    const [host, canvas] = [this.#host, this.#canvas]
    if (host === null || canvas === null) return
    const side = Math.floor(Math.min(host.clientWidth, host.clientHeight))
    if (side <= 0) return
    const pixels = Math.round(side * Math.min(2, window.devicePixelRatio || 1))
    canvas.style.setProperty('width', `${side}px`)
    canvas.style.setProperty('height', `${side}px`)
    if (canvas.width !== pixels || this.#image === null) {
      canvas.width = canvas.height = pixels
      this.#image = this.#context?.createImageData(pixels, pixels) ?? null
      this.#pixels = new Uint32Array(this.#image?.data.buffer ?? new ArrayBuffer(0))
    }
    this.#redraw()
  }

  #redraw(): void {
    this.#dirty = true
    if (this.#frame === 0 && this.#host !== null) this.#frame = requestAnimationFrame(this.#draw)
  }

  readonly #draw = (now: number): void => {
    this.#frame = 0
    let moved = false
    for (const { flight } of this.#flights.values()) moved = flight.at(now) || moved
    if (moved || this.#dirty) this.#paint()
    this.#dirty = false
    if (moved) this.#showTip()
    // Moments come one after the other: asking for a frame only when one is here would begin each glide late.
    if (moved || now - this.#last_moment < NOTHING_MORE_MS) this.#frame = requestAnimationFrame(this.#draw)
  }

  /** Into pixels of our own: ten thousand calls of a canvas take longer than the frame has. */
  #paint(): void {
    const [canvas, image, tokens] = [this.#canvas, this.#image, this.#tokens]
    if (canvas === null || image === null || tokens === null || this.#context === null) return
    const side = canvas.width
    const { zoom, left, top } = this.#view
    let count = 0
    for (const { flight } of this.#flights.values()) count += flight.count
    // Larger where there are fewer and as one comes nearer, so that single ones are seen and many are not a blot.
    const scale = side / Math.max(1, canvas.clientWidth)
    const wanted = Math.sqrt((side * side) / Math.max(1, count) / 14) * Math.sqrt(zoom)
    const radius = Math.min(7 * scale, Math.max(1.1 * scale, wanted / 2))
    const rows = discRows(radius)
    const reach = rows.length >> 1
    this.#pixels.fill(packed(tokens.surface))
    for (const node of this.#data.nodes) {
      const flight = this.#flights.get(node.index)?.flight
      if (flight === undefined) continue
      const colour = packed(tokens.node(node.colour))
      for (let i = 0; i < flight.count; i += 1) {
        const x = Math.round(((flight.x[i] ?? 0) - left) * zoom * side)
        const y = Math.round(((flight.y[i] ?? 0) - top) * zoom * side)
        if (x < -reach || y < -reach || x >= side + reach || y >= side + reach) continue
        for (let row = -reach; row <= reach; row += 1) {
          const line = y + row
          if (line < 0 || line >= side) continue
          const half = rows[row + reach] ?? 0
          const begin = Math.max(0, x - half)
          const end = Math.min(side - 1, x + half)
          if (begin <= end) this.#pixels.fill(colour, line * side + begin, line * side + end + 1)
        }
      }
    }
    this.#context.putImageData(image, 0, 0)
  }

  #showTip(): void {
    const tip = this.#tip
    const canvas = this.#canvas
    if (tip === null || canvas === null) return
    const picked = this.#pointer === null ? null : this.pick(this.#pointer.x, this.#pointer.y)
    tip.hidden = picked === null || this.#drag !== null
    if (picked === null || this.#pointer === null || tip.hidden) return
    const node = this.#data.nodes.find(({ index }) => index === picked.node)
    tip.textContent = `entity ${picked.id} · ${node?.name ?? `node ${picked.node}`}`
    const box = canvas.getBoundingClientRect()
    const x = this.#pointer.x - box.left
    const right = x > box.width / 2
    tip.style.setProperty('left', right ? 'auto' : `${canvas.offsetLeft + x + 12}px`)
    tip.style.setProperty('right', right ? `${(this.#host?.clientWidth ?? 0) - canvas.offsetLeft - x + 12}px` : 'auto')
    tip.style.setProperty('top', `${Math.max(0, this.#pointer.y - box.top - 10)}px`)
    tip.style.setProperty('border-left', `3px solid ${this.#tokens?.node(node?.colour ?? 1) ?? ''}`)
  }

  #listen(canvas: HTMLCanvasElement): void {
    const on = <Name extends keyof HTMLElementEventMap>(
      name: Name,
      heard: (event: HTMLElementEventMap[Name]) => void,
      options?: AddEventListenerOptions,
    ) => {
      canvas.addEventListener(name, heard, options)
      this.#leave.push(() => canvas.removeEventListener(name, heard, options))
    }
    on(
      'wheel',
      (event) => {
        // The page scrolls with the plain wheel.
        const at = this.#placeOf(event.clientX, event.clientY)
        if (!(event.ctrlKey || event.metaKey) || at === null) return
        event.preventDefault()
        this.#look(zoomed(this.#view, Math.exp(-event.deltaY / 300), at.x, at.y))
      },
      { passive: false },
    )
    on('pointerdown', (event) => {
      if (event.button !== 0 || this.#view.zoom === 1) return
      canvas.setPointerCapture(event.pointerId)
      this.#drag = { x: event.clientX, y: event.clientY, view: this.#view }
    })
    on('pointermove', (event) => {
      this.#pointer = { x: event.clientX, y: event.clientY }
      if (this.#drag !== null) {
        const side = Math.max(1, canvas.clientWidth)
        const [x, y] = [(this.#drag.x - event.clientX) / side, (this.#drag.y - event.clientY) / side]
        this.#look(panned(this.#drag.view, x, y))
      }
      this.#showTip()
    })
    const release = () => {
      this.#drag = null
      this.#showTip()
    }
    on('pointerup', release)
    on('pointercancel', release)
    on('pointerleave', () => {
      this.#pointer = null
      this.#showTip()
    })
    on('keydown', (event) => {
      const looks: Record<string, () => MapView> = {
        '+': () => zoomed(this.#view, 1.5),
        '=': () => zoomed(this.#view, 1.5),
        '-': () => zoomed(this.#view, 1 / 1.5),
        '0': () => WHOLE,
        ArrowLeft: () => panned(this.#view, -0.15, 0),
        ArrowRight: () => panned(this.#view, 0.15, 0),
        ArrowUp: () => panned(this.#view, 0, -0.15),
        ArrowDown: () => panned(this.#view, 0, 0.15),
      }
      const look = event.ctrlKey || event.metaKey || event.altKey ? undefined : looks[event.key]
      if (look === undefined || (this.#view.zoom === 1 && event.key.startsWith('Arrow'))) return
      event.preventDefault()
      this.#look(look())
    })
  }
}

/** Half of the width of each row of a disc, from top to bottom. */
function discRows(radius: number): number[] {
  const reach = Math.floor(radius)
  return Array.from({ length: 2 * reach + 1 }, (_, row) => {
    const y = row - reach
    return Math.round(Math.sqrt(Math.max(0, radius * radius - y * y)))
  })
}

/** As little-endian pixels have it. */
function packed(colour: string): number {
  const [red, green, blue] = rgbOf(colour) ?? [128, 128, 128]
  return (0xff000000 | (blue << 16) | (green << 8) | red) >>> 0
}
