import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { server } from './server'

// What jsdom does not have of a browser.
if (typeof window !== 'undefined') {
  Object.assign(window, {
    matchMedia: (media: string) => Object.assign(new EventTarget(), { matches: false, media }),
    ResizeObserver: class {
      observe = () => undefined
      unobserve = () => undefined
      disconnect = () => undefined
    },
    scrollTo: () => undefined,
    Path2D: EventTarget, // any class
  })
  // Nothing is drawn; each call of a drawing context does nothing.
  const drawing = new Proxy({}, { get: () => () => ({ width: 0 }) })
  HTMLCanvasElement.prototype.getContext = (() => drawing) as never
  Element.prototype.scrollIntoView = () => undefined
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.setAttribute('open', '')
    this.querySelector<HTMLElement>('input, textarea, button')?.focus()
  }
  HTMLDialogElement.prototype.close = function close() {
    this.removeAttribute('open')
  }
}

// A busy machine is slow, not wrong: nothing here asserts how fast a page is.
configure({ asyncUtilTimeout: 10_000 })

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
})
afterEach(() => {
  cleanup()
  server.resetHandlers()
})
afterAll(() => server.close())
