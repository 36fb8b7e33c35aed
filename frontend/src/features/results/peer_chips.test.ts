import { expect, it } from 'vitest'
import { peerChips } from './peer_chips'

it("names a peer, and is silent on Orrery's own RTI", () => {
  expect(peerChips('helics')).toEqual(['RTI HELICS'])
  expect(peerChips('orrery')).toEqual([])
  expect(peerChips('orrery', 'apart')).toEqual(['coordinator apart'])
})
