import { errorText } from '@/lib/error_text'

/** Every error of a failed call, each with its remedy. */
export function ErrorSentences({ error }: { error: unknown }) {
  const { message, remedy, others } = errorText(error)
  return (
    <>
      <p>
        {message} {remedy}
      </p>
      {others.map((other) => (
        <p key={other}>{other}</p>
      ))}
    </>
  )
}
