/**
 * What every chart engine is to a page: it is started in an element that it fills, given data, and stopped.
 *
 * An engine owns what is inside its element until `stop`, keeps no data that it was not given, resizes itself, and
 * follows the theme. `push` may be called at any rate before, between and after; it draws at most what fits a frame.
 */
export interface Engine<Data> {
  start(host: HTMLElement): void
  push(data: Data): void
  stop(): void
  /** The chart as an SVG or PNG file, for export; null while there is nothing to show. */
  picture?(): Promise<Blob | null>
}
