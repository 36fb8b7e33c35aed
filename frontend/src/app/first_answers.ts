/** What the first page asks for, asked while its script loads. */
import type { QueryClient } from '@tanstack/react-query'
import type { Session } from '@/api/contracts'
import { queries } from '@/api/queries'
import { serverFilter } from '@/features/runs/run_filter'
import { parseRunsSearch } from '@/features/runs/runs_search'
import { parseSearch } from './search_params'

/** Whether the console refuses all calls of this session. */
export function isRefused(session: Session): boolean {
  return session.required && (session.scope === null || session.scope === 'agent')
}

/** Asks for the list of runs, if the address is that of the list and the session may see it. */
export async function askAhead(client: QueryClient, { pathname, search }: Pick<Location, 'pathname' | 'search'>) {
  if (pathname !== '/runs') return
  const session = await client.query({ ...queries.session(), retry: false }).catch(() => null)
  // Without an answer the page says by itself that the console is gone.
  if (session === null || isRefused(session)) return
  // The list asks the same, and says what is wrong.
  await client.infiniteQuery(queries.runs(serverFilter(parseRunsSearch(parseSearch(search))))).catch(() => undefined)
}
