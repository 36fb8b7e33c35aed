import { ApiError } from '@/api/client'

/** An error as a person meets it. */
export interface ErrorText {
  /** What went wrong, one sentence. */
  readonly message: string
  /** What to do about it; empty if nothing is known. */
  readonly remedy: string
  /** Other errors of the same request, each with its field and remedy. */
  readonly others: readonly string[]
  /** The console's server could not be reached at all. */
  readonly unreachable: boolean
}

export function errorText(error: unknown): ErrorText {
  if (error instanceof ApiError) {
    if (error.status === null) {
      return {
        message: `${error.message}.`,
        remedy: 'See that it runs; this page tries again by itself.',
        others: [],
        unreachable: true,
      }
    }
    const [first, ...others] = error.problem?.errors ?? []
    return {
      message: first ? withField(first) : error.message,
      remedy: first?.remedy ?? '',
      others: others.map((other) => `${withField(other)} ${other.remedy}`.trim()),
      unreachable: false,
    }
  }
  return { message: error instanceof Error ? error.message : String(error), remedy: '', others: [], unreachable: false }
}

function withField({ field, message }: { field: string; message: string }): string {
  return field === '' ? message : `${field}: ${message}`
}
