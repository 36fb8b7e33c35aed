/**
 * A chart's picture for a report or a slide: title, subtitle and page above, every part of the chart with its own title,
 * what the colours mean below. It is composed as an SVG, so that it stays sharp, and drawn for PNG.
 */

export interface PictureName {
  readonly label: string
  /** CSS; `var(--token)` is resolved. */
  readonly colour: string
  readonly dashed?: boolean
}

export interface PicturePart {
  /** Empty for the only part. */
  readonly title: string
  /** An SVG or PNG file. */
  readonly picture: Blob
}

export interface PictureFrame {
  readonly title: string
  readonly subtitle: string
  /** What the page is about. */
  readonly page: string
  readonly names: readonly PictureName[]
  /** CSS colours and font. */
  readonly look: PictureLook
}

export interface PictureLook {
  readonly surface: string
  readonly ink: string
  readonly ink_2: string
  readonly font: string
  readonly resolve: (colour: string) => string
}

interface Sized {
  readonly title: string
  readonly width: number
  readonly height: number
  readonly body: (x: number, y: number) => string
}

const PAD = 16
const PNG_SCALE = 2
const NAME_ROW = 18
const SWATCH = 16
/** A safe estimate of a character's width, in parts of the font's size. */
const CHARACTER = 0.58

export async function framedPicture(
  format: 'svg' | 'png',
  frame: PictureFrame,
  parts: readonly PicturePart[],
): Promise<Blob> {
  const sized = await Promise.all(parts.map(sizedPart))
  const { text, width, height } = framedSvg(frame, sized)
  const file = new Blob([text], { type: 'image/svg+xml' })
  return format === 'svg' ? file : drawn(file, width, height)
}

/** The SVG's text. Pure. */
export function framedSvg(
  frame: PictureFrame,
  parts: readonly Sized[],
): { text: string; width: number; height: number } {
  const { look } = frame
  const inner = Math.max(320, ...parts.map((part) => part.width))
  const width = inner + 2 * PAD
  const words = (x: number, y: number, size: number, weight: number, colour: string, text: string) =>
    `<text x="${x}" y="${y}" font-family="${escaped(look.font)}" font-size="${size}" font-weight="${weight}" fill="${escaped(colour)}">${escaped(text)}</text>`
  const out: string[] = []
  let y = PAD
  for (const [text, size, weight, colour] of [
    [frame.title, 16, 600, look.ink],
    [frame.subtitle, 12, 400, look.ink_2],
    [frame.page, 12, 400, look.ink_2],
  ] as const) {
    for (const line of wrapped(text, inner / (size * CHARACTER))) {
      y += size + 4
      out.push(words(PAD, y, size, weight, colour, line))
    }
  }
  y += 12
  for (const part of parts) {
    if (part.title !== '') {
      y += 16
      out.push(words(PAD, y, 12, 600, look.ink_2, part.title))
      y += 6
    }
    out.push(part.body(PAD, y))
    y += part.height + 8
  }
  let x = PAD
  for (const { label, colour, dashed } of frame.names) {
    const size = SWATCH + label.length * 12 * CHARACTER + 14
    if (x > PAD && x + size > PAD + inner) {
      x = PAD
      y += NAME_ROW
    }
    const shown = escaped(look.resolve(colour))
    out.push(
      dashed === true
        ? `<rect x="${x + 0.75}" y="${y + 3.75}" width="8.5" height="8.5" rx="3" fill="none" stroke="${shown}" stroke-width="1.5" stroke-dasharray="3 2"/>`
        : `<rect x="${x}" y="${y + 3}" width="10" height="10" rx="3" fill="${shown}"/>`,
      words(x + SWATCH, y + 12, 12, 400, look.ink_2, label),
    )
    x += size
  }
  const height = Math.ceil(y + (frame.names.length > 0 ? NAME_ROW : 0) + PAD / 2)
  const ground = `<rect width="100%" height="100%" fill="${escaped(look.surface)}"/>`
  const text = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img"><title>${escaped(frame.title)}</title>${ground}${out.join('')}</svg>`
  return { text, width, height }
}

async function sizedPart({ title, picture }: PicturePart): Promise<Sized> {
  if (picture.type.startsWith('image/svg')) return { title, ...svgPart(await picture.text()) }
  const url = await dataUrl(picture)
  const image = new Image()
  image.src = url
  await image.decode()
  const scale = window.devicePixelRatio || 1
  const [width, height] = [image.naturalWidth / scale, image.naturalHeight / scale]
  return {
    title,
    width,
    height,
    body: (x, y) => `<image x="${x}" y="${y}" width="${width}" height="${height}" href="${url}"/>`,
  }
}

/** An SVG file as a part of another one. */
export function svgPart(text: string): Omit<Sized, 'title'> {
  const root = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement
  const width = Number.parseFloat(root.getAttribute('width') ?? '0')
  const height = Number.parseFloat(root.getAttribute('height') ?? '0')
  return {
    width,
    height,
    body: (x, y) => {
      root.setAttribute('x', String(x))
      root.setAttribute('y', String(y))
      return new XMLSerializer().serializeToString(root)
    },
  }
}

function wrapped(text: string, most: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ').filter((part) => part !== '')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= most) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

function dataUrl(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : '')
    reader.onerror = () => reject(new Error('the browser could not read the picture'))
    reader.readAsDataURL(file)
  })
}

async function drawn(file: Blob, width: number, height: number): Promise<Blob> {
  const image = new Image()
  const url = URL.createObjectURL(file)
  try {
    image.src = url
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = width * PNG_SCALE
    canvas.height = height * PNG_SCALE
    const context = canvas.getContext('2d')
    if (context === null) throw new Error('this browser gives no canvas to draw the picture on')
    context.drawImage(image, 0, 0, canvas.width, canvas.height)
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => {
        if (blob === null) reject(new Error('the browser could not encode the picture'))
        else resolve(blob)
      }, 'image/png')
    })
  } finally {
    URL.revokeObjectURL(url)
  }
}
