/** Turns a drawn SVG into a file that looks the same outside the page: computed styles inlined, ground filled. */

const COPIED = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-opacity',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'font-variant-numeric',
  'text-anchor',
  'dominant-baseline',
] as const

export function svgText(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true) as SVGSVGElement
  const originals = [svg, ...svg.querySelectorAll('*')]
  const copies = [copy, ...copy.querySelectorAll('*')]
  for (const [index, original] of originals.entries()) {
    const style = getComputedStyle(original)
    const target = copies[index]
    if (target === undefined) continue
    target.removeAttribute('class')
    target.removeAttribute('tabindex')
    target.setAttribute('style', COPIED.map((name) => `${name}:${style.getPropertyValue(name)}`).join(';'))
  }
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  const ground = document.createElementNS('http://www.w3.org/2000/svg', 'rect')
  ground.setAttribute('width', '100%')
  ground.setAttribute('height', '100%')
  ground.setAttribute('fill', getComputedStyle(svg).getPropertyValue('--surface').trim() || '#ffffff')
  copy.prepend(ground)
  return new XMLSerializer().serializeToString(copy)
}

export function svgPicture(svg: SVGSVGElement): Blob {
  return new Blob([svgText(svg)], { type: 'image/svg+xml' })
}

export function canvasPng(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('the browser could not encode the picture'))
      else resolve(blob)
    }, 'image/png')
  })
}
