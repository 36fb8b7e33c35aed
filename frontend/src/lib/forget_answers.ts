import type { QueryClient } from '@tanstack/react-query'

/** Forgets what the console answered to the caller until now; the next caller may not be allowed to read it. */
export function forgetAnswers(client: QueryClient): void {
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== 'session' })
}
