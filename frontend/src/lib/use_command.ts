import { useQuery } from '@tanstack/react-query'
import { queries } from '@/api/queries'

/** How the command line is called on the console's machine: `./orrery` in a checkout, else `orrery`. */
export function useCommand(): string {
  return useQuery(queries.health()).data?.command ?? 'orrery'
}
