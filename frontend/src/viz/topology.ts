/** The nodes of a run and the traffic between them: a circle's fill is its load, a line's width the bytes it carries. */
import { firstFree, type Box } from './labels'
import type { SvgLayer } from './svg'
import { SvgEngine } from './svg_engine'

export interface TopologyNode {
  readonly key: string
  readonly name: string
  readonly colour: string
  /** 0 to 1; null if unknown. */
  readonly load: number | null
  /** In the circle: what it carries, e.g. its entities. */
  readonly inside: string
  /** Beside the name. */
  readonly note: string
}

export interface TopologyLink {
  readonly from: string
  readonly to: string
  readonly bytes_per_s: number | null
  readonly label: string
}

export interface TopologyData {
  readonly label: string
  readonly nodes: readonly TopologyNode[]
  readonly links: readonly TopologyLink[]
}

interface Place {
  readonly x: number
  readonly y: number
  readonly r: number
}

export class Topology extends SvgEngine<TopologyData> {
  #widest = 0

  protected label(data: TopologyData): string {
    return data.label
  }

  protected height(data: TopologyData): number {
    const count = data.nodes.length
    return count <= 1 ? 120 : count === 2 ? 128 : count <= 8 ? 230 : 320
  }

  protected paint(layer: SvgLayer, data: TopologyData, width: number, height: number): void {
    const places = arrange(data.nodes.length, width, height)
    const at = new Map(data.nodes.map((node, index) => [node.key, places[index]]))
    const fastest = Math.max(0, ...data.links.map((link) => link.bytes_per_s ?? 0))
    // Slow to shrink, so that widths compare over time as well as with each other.
    this.#widest = Math.max(fastest, this.#widest * 0.98)
    const taken: Box[] = places.map((place) => ({
      x: place.x - place.r - 2,
      y: place.y - place.r - 2,
      width: 2 * place.r + 4,
      height: 2 * place.r + 4,
    }))

    for (const link of data.links) {
      const from = at.get(link.from)
      const to = at.get(link.to)
      if (from === undefined || to === undefined) continue
      const colour = data.nodes.find((node) => node.key === link.to)?.colour ?? 'var(--line-strong)'
      const share = this.#widest > 0 ? (link.bytes_per_s ?? 0) / this.#widest : 0
      layer.line(`${link.from} ${link.to}`, from.x, from.y, to.x, to.y, {
        stroke: share > 0 ? colour : 'var(--line-strong)',
        'stroke-width': 1.5 + 8 * Math.sqrt(share),
        'stroke-opacity': share > 0 ? 0.38 : 1,
        'stroke-linecap': 'round',
      })
    }
    for (const [index, node] of data.nodes.entries()) {
      const place = places[index]
      if (place !== undefined) this.#node(layer, node, place)
    }
    this.#names(layer, data, places, width, taken)
    if (data.nodes.length <= 12) this.#linkLabels(layer, data, at, taken, width)
  }

  #node(layer: SvgLayer, node: TopologyNode, { x, y, r }: Place): void {
    layer.part(`${node.key} ground`, 'circle', { cx: x, cy: y, r, fill: 'var(--surface)' })
    if (node.load !== null && r > 5) {
      layer.part(`${node.key} load`, 'path', {
        d: filled(x, y, r - 3, node.load),
        fill: node.colour,
        'fill-opacity': 0.5,
        class: 'load',
      })
    }
    const load = node.load === null ? 'load unknown' : `${Math.round(node.load * 100)} % CPU`
    layer.titled(
      `${node.key} ring`,
      'circle',
      { cx: x, cy: y, r, fill: 'transparent', stroke: node.colour, 'stroke-width': r > 12 ? 3 : 2 },
      `${node.name}: ${load}${node.note === '' ? '' : `, ${node.note}`}`,
    )
    if (node.inside !== '' && r >= 16) {
      layer.text(`${node.key} inside`, x, y + 4, node.inside, { class: 'count halo', 'text-anchor': 'middle' })
    }
  }

  #names(layer: SvgLayer, data: TopologyData, places: readonly Place[], width: number, taken: Box[]): void {
    const texts = data.nodes.map((node) =>
      data.nodes.length > 12 || node.note === '' ? node.name : `${node.name} · ${node.note}`,
    )
    const candidates = texts.map((text, index) => {
      const place = places[index] ?? { x: 0, y: 0, r: 0 }
      const w = this.textWidth(text, 12)
      const below: Box = { x: clamp(place.x - w / 2, 0, width - w), y: place.y + place.r + 5, width: w, height: 14 }
      const above: Box = { ...below, y: place.y - place.r - 19 }
      const right: Box = { x: place.x + place.r + 8, y: place.y - 7, width: w, height: 14 }
      const left: Box = { x: place.x - place.r - 8 - w, y: place.y - 7, width: w, height: 14 }
      const beside = [right, left].filter((box) => box.x >= 0 && box.x + w <= width)
      return index === 0 && data.nodes.length > 2 ? [...beside, below, above] : [below, above, ...beside]
    })
    for (const [index, box] of firstFree(candidates, taken).entries()) {
      const node = data.nodes[index]
      if (box === null || node === undefined) continue
      taken.push(box)
      layer.text(`${node.key} name`, box.x, box.y + 11, texts[index] ?? '', { class: 'node-name' })
    }
  }

  #linkLabels(
    layer: SvgLayer,
    data: TopologyData,
    at: ReadonlyMap<string, Place | undefined>,
    taken: readonly Box[],
    width: number,
  ): void {
    const links = [...data.links].sort((a, b) => (b.bytes_per_s ?? 0) - (a.bytes_per_s ?? 0)).slice(0, 8)
    const candidates = links.map((link) => {
      const from = at.get(link.from)
      const to = at.get(link.to)
      const w = this.textWidth(link.label, 11)
      if (from === undefined || to === undefined || link.label === '') return []
      return [0.5, 0.4, 0.6, 0.3].flatMap((share) => {
        const x = from.x + (to.x - from.x) * share
        const y = from.y + (to.y - from.y) * share
        const flat = Math.abs(to.y - from.y) < 10
        const boxes: Box[] = flat
          ? [
              { x: x - w / 2, y: y - 22, width: w, height: 13 },
              { x: x - w / 2, y: y + 9, width: w, height: 13 },
            ]
          : [
              { x: x < width / 2 ? x - w - 12 : x + 12, y: y - 8, width: w, height: 13 },
              { x: x - w / 2, y: y - 7, width: w, height: 13 },
            ]
        return boxes.filter((box) => box.x >= 0 && box.x + box.width <= width)
      })
    })
    for (const [index, box] of firstFree(candidates, taken).entries()) {
      const link = links[index]
      if (box !== null && link !== undefined) {
        layer.text(`${link.from} ${link.to} label`, box.x, box.y + 10, link.label, { class: 'tick halo' })
      }
    }
  }
}

/** The master first: alone, opposite, on top of a triangle, or amid a ring of the others. */
function arrange(count: number, width: number, height: number): Place[] {
  const middle = width / 2
  if (count === 0) return []
  if (count === 1) return [{ x: middle, y: height / 2 - 8, r: 30 }]
  if (count === 2) {
    const reach = Math.min(130, width / 2 - 60)
    return [
      { x: middle - reach, y: height / 2 - 8, r: 30 },
      { x: middle + reach, y: height / 2 - 8, r: 26 },
    ]
  }
  const others = count - 1
  if (count <= 8) {
    const reach = Math.min(width / 2 - 40, 60 + 50 * others)
    return [
      { x: middle, y: 44, r: 30 },
      ...Array.from({ length: others }, (_, index) => {
        const share = others === 1 ? 0.5 : index / (others - 1)
        return {
          x: middle - reach + share * 2 * reach,
          y: height - 58 + 18 * Math.sin(Math.PI * share),
          r: others > 4 ? 18 : 24,
        }
      }),
    ]
  }
  const rx = width / 2 - 40
  const ry = height / 2 - 30
  const r = Math.max(4, Math.min(14, (Math.PI * (rx + ry)) / others / 2.6))
  return [
    { x: middle, y: height / 2, r: 26 },
    ...Array.from({ length: others }, (_, index) => {
      const angle = (index / others) * 2 * Math.PI - Math.PI / 2
      return { x: middle + rx * Math.cos(angle), y: height / 2 + ry * Math.sin(angle), r }
    }),
  ]
}

/** A disc filled from below up to `share` of its height. */
function filled(x: number, y: number, r: number, share: number): string {
  const level = clamp(share, 0, 1)
  if (level <= 0.001) return ''
  if (level >= 0.999) return `M${x - r} ${y}A${r} ${r} 0 1 0 ${x + r} ${y}A${r} ${r} 0 1 0 ${x - r} ${y}Z`
  const dy = r - 2 * r * level
  const dx = Math.sqrt(Math.max(0, r * r - dy * dy))
  return `M${x - dx} ${y + dy}A${r} ${r} 0 ${level > 0.5 ? 1 : 0} 0 ${x + dx} ${y + dy}Z`
}

function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(max, value))
}
