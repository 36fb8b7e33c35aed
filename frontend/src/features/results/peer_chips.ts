import type { Rti } from '@/api/contracts'
import { termLabel } from '@/lib/terms'

/** Which RTI carried a run, where it is not Orrery's own. Pure. */
export function peerChips(rti: Rti): readonly string[] {
  return rti === 'orrery' ? [] : [`RTI ${termLabel(rti)}`]
}
