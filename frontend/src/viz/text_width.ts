/** Measures text as the charts write it: the look's font. Widths are kept, since the same labels return all the time. */
export class TextMeter {
  readonly #widths = new Map<string, number>()
  readonly #family: string
  #context: CanvasRenderingContext2D | null | undefined

  constructor(family: string) {
    this.#family = family
  }

  width(text: string, size: number, weight = 400): number {
    const key = `${weight} ${size} ${text}`
    const known = this.#widths.get(key)
    if (known !== undefined) return known
    if (this.#widths.size > 5_000) this.#widths.clear()
    const width = this.#measure(text, size, weight)
    this.#widths.set(key, width)
    return width
  }

  #measure(text: string, size: number, weight: number): number {
    if (this.#context === undefined) this.#context = document.createElement('canvas').getContext('2d')
    if (this.#context === null) return text.length * size * 0.58 // no canvas: a safe estimate for a sans-serif
    this.#context.font = `${weight} ${size}px ${this.#family}`
    return this.#context.measureText(text).width
  }
}
