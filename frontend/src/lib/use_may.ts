import { useQuery } from '@tanstack/react-query'
import { queries } from '@/api/queries'

const RANKS = ['viewer', 'operator', 'admin'] as const
export type UserScope = (typeof RANKS)[number]

/** Whether the person at this page may do what needs `scope`. The console decides; the page only hides what it would refuse. */
export function useMay(scope: UserScope): boolean {
  const session = useQuery(queries.session())
  const own = session.data?.scope
  if (own === undefined || own === null || own === 'agent') return false
  return RANKS.indexOf(own) >= RANKS.indexOf(scope)
}
