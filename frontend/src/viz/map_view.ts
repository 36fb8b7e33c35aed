/** Which part of the square a map shows: the whole, or less of it, nearer. Pure and immutable; shares of the side. */
export interface MapView {
  /** 1 shows all. */
  readonly zoom: number
  /** What is at the upper left corner. */
  readonly left: number
  readonly top: number
}

export const WHOLE: MapView = { zoom: 1, left: 0, top: 0 }
export const ZOOM_MAX = 32

function inside(view: MapView): MapView {
  const most = 1 - 1 / view.zoom
  const held = (value: number) => Math.min(most, Math.max(0, value))
  return { zoom: view.zoom, left: held(view.left), top: held(view.top) }
}

/** Nearer by `factor`, or farther; what is at (x, y), in shares of what is shown, stays there. */
export function zoomed(view: MapView, factor: number, x = 0.5, y = 0.5): MapView {
  const zoom = Math.min(ZOOM_MAX, Math.max(1, view.zoom * factor))
  const part = 1 / view.zoom - 1 / zoom
  return inside({ zoom, left: view.left + x * part, top: view.top + y * part })
}

/** Moved by shares of what is shown. */
export function panned(view: MapView, x: number, y: number): MapView {
  return inside({ zoom: view.zoom, left: view.left + x / view.zoom, top: view.top + y / view.zoom })
}
