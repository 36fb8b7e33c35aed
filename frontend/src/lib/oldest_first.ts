/** The ids of runs in the order in which they are compared: the oldest is the baseline. Pure. */
export function oldestFirst(runs: readonly { readonly id: string; readonly number: number }[]): string[] {
  return runs.toSorted((a, b) => a.number - b.number).map(({ id }) => id)
}
