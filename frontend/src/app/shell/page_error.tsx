import type { ErrorComponentProps } from '@tanstack/react-router'

export function PageError({ error }: ErrorComponentProps) {
  return (
    <div role="alert">
      <h1>This page could not be shown</h1>
      <p>{error instanceof Error ? error.message : String(error)}</p>
    </div>
  )
}
