import type { ReactNode } from 'react'
import { useMay, type UserScope } from '@/lib/use_may'

/** Shows controls only to people whose scope lets them use the controls. */
export function ForScope({ scope, children }: { scope: UserScope; children: ReactNode }) {
  return useMay(scope) ? children : null
}
