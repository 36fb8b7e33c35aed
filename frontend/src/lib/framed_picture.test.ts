import { expect, test } from 'vitest'
import { framedSvg, svgPart, type PictureFrame } from './framed_picture'

const frame: PictureFrame = {
  title: 'Step time by managers',
  subtitle: 'median, every repeat shown',
  page: 'What does a manager cost? <3 runs>',
  names: [
    { label: 'node-1', colour: 'var(--node-1)' },
    { label: 'published, "1998"', colour: '#8a5a0c', dashed: true },
  ],
  look: {
    surface: '#ffffff',
    ink: '#000000',
    ink_2: '#444444',
    font: 'Inter',
    resolve: (colour) => (colour === 'var(--node-1)' ? '#0072b2' : colour),
  },
}
const part = (title: string, width: number) => ({
  title,
  ...svgPart(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="100"><circle r="4" data-part="${title}"/></svg>`,
  ),
})

function read(parts: ReturnType<typeof part>[]): Document {
  const { text, width, height } = framedSvg(frame, parts)
  const found = new DOMParser().parseFromString(text, 'image/svg+xml')
  expect(found.querySelector('parsererror')).toBeNull()
  expect(found.documentElement.getAttribute('width')).toBe(String(width))
  expect(found.documentElement.getAttribute('height')).toBe(String(height))
  return found
}

test('an exported picture has title, subtitle, page, and what its colours mean', () => {
  const found = read([part('', 600)])
  const texts = [...found.querySelectorAll('text')].map((text) => text.textContent)
  expect(texts).toEqual([frame.title, frame.subtitle, frame.page, 'node-1', 'published, "1998"'])
  const swatches = [...found.querySelectorAll('rect[rx]')]
  expect(swatches[0]?.getAttribute('fill')).toBe('#0072b2')
  expect(swatches[1]?.getAttribute('stroke-dasharray')).toBe('3 2')
  expect(Number(found.documentElement.getAttribute('width'))).toBe(632)
})

test('every part of a chart is in it, under its name, and none lies over another', () => {
  const found = read([part('lyra', 500), part('cygnus', 700)])
  const parts = [...found.querySelectorAll('svg svg')]
  expect(parts.map((svg) => svg.querySelector('circle')?.getAttribute('data-part'))).toEqual(['lyra', 'cygnus'])
  const [first, second] = parts.map((svg) => Number(svg.getAttribute('y')))
  expect((second ?? 0) - (first ?? 0)).toBeGreaterThan(100)
  const texts = [...found.querySelectorAll('text')]
  expect(texts.map((text) => text.textContent)).toContain('cygnus')
  expect(Number(found.documentElement.getAttribute('height'))).toBeGreaterThan((second ?? 0) + 100)
})

test('long words above go on in the next line', () => {
  const { text } = framedSvg({ ...frame, subtitle: 'every repeat shown '.repeat(12) }, [part('', 320)])
  expect(text.match(/every repeat shown/g)?.length).toBeGreaterThan(4)
  expect(text.match(/<text /g)?.length).toBeGreaterThan(6)
})
