import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { ShortcutProvider, useShortcutList, useShortcuts } from './shortcuts'

function Page({ run, keys = 'g r' }: { run: () => void; keys?: string }) {
  useShortcuts([{ keys, label: 'Runs', group: 'Pages', run }])
  const list = useShortcutList()
  return (
    <>
      <input aria-label="field" />
      <output>{list.map((shortcut) => shortcut.keys).join(',')}</output>
    </>
  )
}

describe('shortcuts', () => {
  it('runs on two keys in turn, not on the second alone', async () => {
    const run = vi.fn()
    render(<Page run={run} />, { wrapper: ShortcutProvider })
    await userEvent.keyboard('r')
    expect(run).not.toHaveBeenCalled()
    await userEvent.keyboard('gr')
    expect(run).toHaveBeenCalledOnce()
  })

  it('leaves a person who types alone, except with Ctrl', async () => {
    const plain = vi.fn()
    const modified = vi.fn()
    render(
      <>
        <Page run={plain} keys="f" />
        <Page run={modified} keys="Mod+k" />
      </>,
      { wrapper: ShortcutProvider },
    )
    await userEvent.type(screen.getAllByLabelText('field')[0]!, 'f{Control>}k{/Control}')
    expect(plain).not.toHaveBeenCalled()
    expect(modified).toHaveBeenCalledOnce()
  })

  it('does the newest of what a component wants, and forgets it with the component', async () => {
    const before = vi.fn()
    const after = vi.fn()
    const { rerender } = render(<Page run={before} keys="x" />, { wrapper: ShortcutProvider })
    rerender(<Page run={after} keys="x" />)
    await userEvent.keyboard('x')
    expect(before).not.toHaveBeenCalled()
    expect(after).toHaveBeenCalledOnce()
    rerender(<p>gone</p>)
    await userEvent.keyboard('x')
    expect(after).toHaveBeenCalledOnce()
  })
})
