import { expect, test } from 'vitest'
import { shiftInto } from './shift_into'

test.each([
  { left: 100, right: 300, width: 390, shift: 0 },
  { left: -45, right: 155, width: 390, shift: 53 },
  { left: 300, right: 500, width: 390, shift: -118 },
  { left: 50, right: 550, width: 390, shift: -42 },
  { left: -50, right: 450, width: 390, shift: 58 },
])('a panel from $left to $right moves by $shift px in a window of $width px', ({ left, right, width, shift }) => {
  expect(shiftInto(left, right, width)).toBe(shift)
})
