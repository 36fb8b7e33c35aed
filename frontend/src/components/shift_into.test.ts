import { expect, test } from 'vitest'
import { shiftInto } from './shift_into'

test.each([
  { left: 100, right: 300, from: 0, to: 390, shift: 0 },
  { left: -45, right: 155, from: 0, to: 390, shift: 53 },
  { left: 300, right: 500, from: 0, to: 390, shift: -118 },
  { left: 50, right: 550, from: 0, to: 390, shift: -42 },
  { left: -50, right: 450, from: 0, to: 390, shift: 58 },
  { left: 172, right: 374, from: 208, to: 1280, shift: 44 },
])('a panel from $left to $right moves by $shift px between $from and $to', ({ left, right, from, to, shift }) => {
  expect(shiftInto(left, right, from, to)).toBe(shift)
})
