import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { calls } from '@/api/calls'
import { queries } from '@/api/queries'
import { BrandMark } from '@/components/brand_mark'
import { Button } from '@/components/button'
import { errorText } from '@/lib/error_text'
import { usePageTitle } from '@/lib/use_page_title'
import styles from './session_gate.module.css'

/**
 * Asks for a token where the console wants one; beyond loopback it does. The page waits for that one answer, so that nothing
 * is asked for that would be refused; if there is no answer, the page says by itself that the console is gone.
 */
export function SessionGate({ children }: { children: ReactNode }) {
  const session = useQuery({ ...queries.session(), retry: false })
  if (session.isPending) return null
  const refused = session.data?.required === true && (session.data.scope === null || session.data.scope === 'agent')
  return refused ? <SignIn /> : children
}

function SignIn() {
  usePageTitle('Sign in')
  const [token, setToken] = useState('')
  const query_client = useQueryClient()
  const sign_in = useMutation({
    mutationFn: () => calls.signIn(token.trim()),
    onSuccess: async (session) => {
      query_client.setQueryData(queries.session().queryKey, session)
      await query_client.invalidateQueries()
    },
  })
  const error = sign_in.isError ? errorText(sign_in.error) : null
  return (
    <main className={styles['page']}>
      <form
        className={styles['card']}
        onSubmit={(event) => {
          event.preventDefault()
          if (token.trim() !== '' && !sign_in.isPending) sign_in.mutate()
        }}
      >
        <div className={styles['brand']}>
          <BrandMark size={38} />
          <h1>Orrery</h1>
        </div>
        <label htmlFor="token">Token</label>
        <input
          id="token"
          type="password"
          autoComplete="current-password"
          aria-invalid={error !== null}
          aria-describedby="token-help token-error"
          value={token}
          onChange={(event) => setToken(event.target.value)}
        />
        <p id="token-error" role="alert" className={styles['error']}>
          {error === null ? '' : `${error.message} ${error.remedy}`}
        </p>
        <Button type="submit" variant="primary" disabled={token.trim() === '' || sign_in.isPending}>
          Sign in
        </Button>
        <p id="token-help" className={styles['help']}>
          Ask whoever runs this console for a token. This browser then keeps a cookie instead of the token.
        </p>
      </form>
    </main>
  )
}
