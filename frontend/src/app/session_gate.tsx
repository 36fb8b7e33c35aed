import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { answer, api } from '@/api/client'
import { queries } from '@/api/queries'
import { BrandMark } from '@/components/brand_mark'
import { Button, ButtonAnchor } from '@/components/button'
import { errorText } from '@/lib/error_text'
import { forgetAnswers } from '@/lib/forget_answers'
import { usePageTitle } from '@/lib/use_page_title'
import { isRefused } from './first_answers'
import styles from './session_gate.module.css'

/**
 * Shows the sign-in page on a console that requires sign-in. The page waits for the session, so that it sends no call that the
 * console would refuse; without an answer, the page says by itself that the console is gone.
 */
export function SessionGate({ children }: { children: ReactNode }) {
  const session = useQuery({ ...queries.session(), retry: false })
  if (session.isPending) return null
  const found = session.data
  if (found === undefined || !isRefused(found)) return children
  return <SignIn has_users={found.has_users} provider={found.provider} />
}

const FAILURES: Record<string, string> = {
  stale: 'The sign-in took too long, or began in another browser. Begin again.',
  refused: 'The provider did not sign you in. Begin again, or ask an administrator.',
  no_scope: 'Your account at the provider has no scope on this console. Ask an administrator for one.',
  failed: "The provider's answer is not valid. Ask an administrator: the console's log has the reason.",
  unreachable: 'The provider does not answer. Try again later, or sign in with a password or token.',
}

/** Why a sign-in through the provider did not succeed, from the address that the console sent the browser to. */
function providerFailure(): string {
  const code = new URLSearchParams(window.location.search).get('sign_in_failure')
  return code === null ? '' : (FAILURES[code] ?? '')
}

function ProviderButton({ provider }: { provider: string }) {
  const { pathname, search } = window.location
  const page = pathname + (search.includes('sign_in_failure') ? '' : search)
  return (
    <>
      <ButtonAnchor variant="primary" href={`/api/v1/session/provider?to=${encodeURIComponent(page)}`}>
        Sign in with {provider}
      </ButtonAnchor>
      <p role="alert" className={styles['error']}>
        {providerFailure()}
      </p>
    </>
  )
}

function SignIn({ has_users, provider }: { has_users: boolean; provider: string }) {
  usePageTitle('Sign in')
  const [by_token, setByToken] = useState(!has_users)
  const [name, setName] = useState('')
  const [secret, setSecret] = useState('')
  const complete = secret.trim() !== '' && (by_token || name.trim() !== '')
  const query_client = useQueryClient()
  const sign_in = useMutation({
    mutationFn: () =>
      answer(
        api.POST('/api/v1/session', {
          body: by_token ? { token: secret.trim() } : { name: name.trim(), password: secret },
        }),
      ),
    onSuccess: (session) => {
      forgetAnswers(query_client)
      query_client.setQueryData(queries.session().queryKey, session)
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
        {provider === '' ? null : <ProviderButton provider={provider} />}
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
        <Button type="submit" variant={provider === '' ? 'primary' : 'plain'} disabled={!complete || sign_in.isPending}>
          Sign in
        </Button>
        {has_users ? (
          <Button variant="quiet" onClick={() => setByToken(!by_token)}>
            {by_token ? 'Use a password' : 'Use a token'}
          </Button>
        ) : null}
        <p id="token-help" className={styles['help']}>
          Ask an administrator of this console for access. This browser keeps a cookie while you are signed in.
        </p>
      </form>
    </main>
  )
}
