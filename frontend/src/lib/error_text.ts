import { ApiError } from '@/api/client'

/** An error as a person meets it. */
export interface ErrorText {
  /** What went wrong, one sentence. */
  readonly message: string
  /** What to do about it; empty if nothing is known. */
  readonly remedy: string
  /** The console's server could not be reached at all. */
  readonly unreachable: boolean
}

export function errorText(error: unknown): ErrorText {
  if (error instanceof ApiError) {
    if (error.status === null) {
      return {
        message: `${error.message}.`,
        remedy: 'See that it runs; this page tries again by itself.',
        unreachable: true,
      }
    }
    const first = error.problem?.errors[0]
    const where = first && first.field !== '' ? `${first.field}: ` : ''
    return {
      message: first ? `${where}${first.message}` : error.message,
      remedy: first?.remedy ?? '',
      unreachable: false,
    }
  }
  return { message: error instanceof Error ? error.message : String(error), remedy: '', unreachable: false }
}
