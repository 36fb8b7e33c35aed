/**
 * A chart by keyboard: focused, its arrow keys go through everything that has a tooltip, in the order of the drawing, and
 * show the tooltip's text, which screen readers speak. Home and End lead to the ends, Escape takes the text away.
 */
const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

export class ChartKeys {
  readonly #root: SVGSVGElement
  readonly #tip: HTMLElement
  #at: Element | null = null

  constructor(host: HTMLElement, root: SVGSVGElement) {
    this.#root = root
    this.#tip = document.createElement('div')
    this.#tip.className = 'viz-tip viz-spoken'
    this.#tip.setAttribute('role', 'status')
    host.classList.add('viz-host')
    host.append(this.#tip)
    root.addEventListener('keydown', this.#key)
    root.addEventListener('blur', this.#leave)
  }

  /** After each drawing: only a chart with something to show takes the focus. */
  drawn(): void {
    if (this.#titled().length === 0) this.#root.removeAttribute('tabindex')
    else this.#root.setAttribute('tabindex', '0')
    if (this.#at !== null && !this.#root.contains(this.#at)) this.#leave()
    else this.#show()
  }

  close(): void {
    this.#root.removeEventListener('keydown', this.#key)
    this.#root.removeEventListener('blur', this.#leave)
    this.#tip.parentElement?.classList.remove('viz-host')
    this.#tip.remove()
  }

  #titled(): Element[] {
    return [...this.#root.querySelectorAll('title')].flatMap(({ parentElement }) => parentElement ?? [])
  }

  readonly #key = (event: KeyboardEvent): void => {
    const all = this.#titled()
    const now = this.#at === null ? -1 : all.indexOf(this.#at)
    const step = STEPS[event.key]
    if (event.key === 'Escape' && this.#at !== null) this.#mark(null)
    else if (event.key === 'Home') this.#mark(all[0] ?? null)
    else if (event.key === 'End') this.#mark(all.at(-1) ?? null)
    else if (step !== undefined) this.#mark(all[Math.max(0, Math.min(all.length - 1, now + step))] ?? null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  readonly #leave = (): void => this.#mark(null)

  #mark(part: Element | null): void {
    this.#at?.classList.remove('spoken')
    this.#at = part
    part?.classList.add('spoken')
    this.#show()
  }

  #show(): void {
    const text = this.#at?.querySelector('title')?.textContent ?? ''
    if (this.#tip.textContent !== text) this.#tip.textContent = text
  }
}
