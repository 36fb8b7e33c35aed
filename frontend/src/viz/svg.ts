/**
 * Draws SVG by keys: each drawing names its parts, parts with a known key are changed in place (so that they can be
 * hovered, focused and eased while data flow), the others are made or removed.
 */
const SVG = 'http://www.w3.org/2000/svg'

export type Attributes = Readonly<Record<string, string | number | undefined>>

export class SvgLayer {
  readonly root: SVGSVGElement
  #parts = new Map<string, SVGElement>()
  #kept = new Map<string, SVGElement>()
  #last: SVGElement | null = null

  constructor(label: string) {
    this.root = document.createElementNS(SVG, 'svg')
    this.root.setAttribute('class', 'viz')
    this.root.setAttribute('role', 'img')
    this.root.setAttribute('aria-label', label)
  }

  label(text: string): void {
    if (this.root.getAttribute('aria-label') !== text) this.root.setAttribute('aria-label', text)
  }

  /** Draws in pixels: `width` x `height`. Everything not named during `draw` is removed. */
  draw(width: number, height: number, paint: (layer: SvgLayer) => void): void {
    setAll(this.root, { width, height, viewBox: `0 0 ${width} ${height}` })
    this.#kept = new Map()
    this.#last = null
    paint(this)
    for (const [key, part] of this.#parts) {
      if (!this.#kept.has(key)) part.remove()
    }
    this.#parts = this.#kept
  }

  part(key: string, tag: string, attributes: Attributes, text?: string): SVGElement {
    let part = this.#parts.get(key)
    if (part?.tagName !== tag) {
      part?.remove()
      part = document.createElementNS(SVG, tag)
    }
    // Later parts lie over earlier ones: keep the order of the drawing.
    const next: Element | null = this.#last === null ? this.root.firstElementChild : this.#last.nextElementSibling
    if (next !== part) this.root.insertBefore(part, next)
    setAll(part, attributes)
    if (text !== undefined && tag !== 'title') setText(part, text)
    this.#last = part
    this.#kept.set(key, part)
    return part
  }

  line(key: string, x1: number, y1: number, x2: number, y2: number, attributes: Attributes): void {
    this.part(key, 'line', { x1: round(x1), y1: round(y1), x2: round(x2), y2: round(y2), ...attributes })
  }

  text(key: string, x: number, y: number, text: string, attributes: Attributes = {}): void {
    this.part(key, 'text', { x: round(x), y: round(y), ...attributes }, text)
  }

  /** A part with a native tooltip. */
  titled(key: string, tag: string, attributes: Attributes, title: string): SVGElement {
    const part = this.part(key, tag, attributes)
    let element = part.querySelector(':scope > title')
    if (element === null) {
      element = document.createElementNS(SVG, 'title')
      part.append(element)
    }
    if (element.textContent !== title) element.textContent = title
    return part
  }
}

export function round(value: number): number {
  return Math.round(value * 100) / 100
}

function setAll(element: SVGElement, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined) element.removeAttribute(name)
    else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, String(value))
  }
}

function setText(element: SVGElement, text: string): void {
  const first = element.firstChild
  if (first?.nodeType === Node.TEXT_NODE) {
    if (first.nodeValue !== text) first.nodeValue = text
  } else {
    element.prepend(document.createTextNode(text))
  }
}
