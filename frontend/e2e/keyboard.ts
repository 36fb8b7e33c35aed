/** Goes through a page by keyboard alone, and fails where it does not show what has the focus. */
import { expect, type Locator, type Page } from '@playwright/test'

/** More stops than any page has. */
const MOST = 400

interface Focus {
  readonly name: string
  /** It has an outline, or the element around it has. */
  readonly shown: boolean
}

/** What has the focus; null: nothing. */
function focusOf(page: Page): Promise<Focus | null> {
  return page.evaluate(() => {
    const element = document.activeElement
    if (element === null || element === document.body) return null
    const outlined = (one: Element | null) => {
      if (one === null) return false
      const { outlineStyle, outlineWidth } = getComputedStyle(one)
      return outlineStyle !== 'none' && outlineWidth !== '0px'
    }
    const name = element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 60)
    const shown = outlined(element) || outlined(element.parentElement)
    return { name, shown }
  })
}

/** Names of all that Tab reaches from the page's beginning. */
export async function focusedByTab(page: Page): Promise<string[]> {
  const found: string[] = []
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  for (let at = 0; at < MOST; at += 1) {
    await page.keyboard.press('Tab')
    const focus = await focusOf(page)
    if (focus === null) return found
    expect.soft(focus.shown, `${focus.name} shows its focus`).toBe(true)
    found.push(focus.name)
  }
  throw new Error('Tab never leaves the page')
}

/** Presses Tab, or Shift+Tab, until the element has the focus. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible()
  for (let at = 0; at < MOST; at += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
    const focus = await focusOf(page)
    if (focus !== null) expect.soft(focus.shown, `${focus.name} shows its focus on ${page.url()}`).toBe(true)
  }
  throw new Error(`${key} does not reach ${String(target)}`)
}
