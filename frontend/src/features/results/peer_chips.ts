import type { Coordinator, Rti } from '@/api/contracts'
import { termLabel } from '@/lib/terms'

/** Names the RTI unless it is Orrery's own, and the coordinator if it runs apart. Pure. */
export function peerChips(rti: Rti, coordinator: Coordinator = 'with_sender'): readonly string[] {
  return [
    ...(rti === 'orrery' ? [] : [`RTI ${termLabel(rti)}`]),
    ...(coordinator === 'apart' ? ['coordinator apart'] : []),
  ]
}
