import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useTimeLeft } from './use_time_left'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const pass = (seconds: number) => {
  act(() => {
    vi.advanceTimersByTime(seconds * 1_000)
  })
}

it('goes on while no new estimate is heard, starts again with one, and says when it was too short', () => {
  const hook = renderHook(({ estimate_s }: { estimate_s: number | null }) => useTimeLeft(estimate_s), {
    initialProps: { estimate_s: null as number | null },
  })
  expect(hook.result.current).toBeNull()
  hook.rerender({ estimate_s: 25 })
  expect(hook.result.current).toBe('25\u00a0s left')
  pass(10)
  expect(hook.result.current).toBe('15\u00a0s left')
  hook.rerender({ estimate_s: 40 })
  expect(hook.result.current).toBe('40\u00a0s left')
  pass(40)
  expect(hook.result.current).toBe('under a second left')
  pass(2)
  expect(hook.result.current).toBe('longer than estimated')
})
