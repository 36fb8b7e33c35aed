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
  const { required, scope, has_users } = session.data ?? { required: false, scope: null, has_users: false }
  const refused = required && (scope === null || scope === 'agent')
  return refused ? <SignIn has_users={has_users} /> : children
}

function SignIn({ has_users }: { has_users: boolean }) {
  usePageTitle('Sign in')
  const [by_token, setByToken] = useState(!has_users)
  const [name, setName] = useState('')
  const [secret, setSecret] = useState('')
  const complete = secret.trim() !== '' && (by_token || name.trim() !== '')
  const query_client = useQueryClient()
  const sign_in = useMutation({
    mutationFn: () => calls.signIn(by_token ? { token: secret.trim() } : { name: name.trim(), password: secret }),
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
          if (complete && !sign_in.isPending) sign_in.mutate()
        }}
      >
        <div className={styles['brand']}>
          <BrandMark size={38} />
          <h1>Orrery</h1>
        </div>
        {by_token ? null : (
          <>
            <label htmlFor="name">Name</label>
            <input id="name" autoComplete="username" value={name} onChange={(event) => setName(event.target.value)} />
          </>
        )}
        <label htmlFor="secret">{by_token ? 'Token' : 'Password'}</label>
        <input
          id="secret"
          type="password"
          autoComplete="current-password"
          aria-invalid={error !== null}
          aria-describedby="token-help token-error"
          value={secret}
          onChange={(event) => setSecret(event.target.value)}
        />
        <p id="token-error" role="alert" className={styles['error']}>
          {error === null ? '' : `${error.message} ${error.remedy}`}
        </p>
        <Button type="submit" variant="primary" disabled={!complete || sign_in.isPending}>
          Sign in
        </Button>
        {has_users ? (
          <Button variant="quiet" onClick={() => setByToken(!by_token)}>
            {by_token ? 'Use a password' : 'Use a token'}
          </Button>
        ) : null}
        <p id="token-help" className={styles['help']}>
          Ask an administrator of this console for access. This browser then keeps a cookie.
        </p>
      </form>
    </main>
  )
}
