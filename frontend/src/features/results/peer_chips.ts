import type { Coordinator, Rti } from '@/api/contracts'
import { termLabel } from '@/lib/terms'

/** Which RTI carried a run, where it is not Orrery's own, and where its coordinator was apart. Pure. */
export function peerChips(rti: Rti, coordinator: Coordinator = 'with_sender'): readonly string[] {
  return [
    ...(rti === 'orrery' ? [] : [`RTI ${termLabel(rti)}`]),
    ...(coordinator === 'apart' ? ['coordinator apart'] : []),
  ]
}
