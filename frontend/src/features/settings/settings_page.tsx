import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '@/api/client'
import { queries } from '@/api/queries'
import { BrandMark } from '@/components/brand_mark'
import { Button } from '@/components/button'
import { Card } from '@/components/card'
import { KeyValue } from '@/components/key_value'
import { ErrorNotice } from '@/components/notice'
import { PageHeader } from '@/components/page_header'
import { Segmented } from '@/components/segmented'
import { SessionsCard } from '@/components/sessions_card'
import { keptText } from './kept_text'
import { forgetAnswers } from '@/lib/forget_answers'
import { useTheme } from '@/lib/theme/use_theme'
import { useSessions } from '@/lib/use_sessions'
import { NoticesCard } from './notices_card'
import { PasswordDialog } from './password_dialog'
import styles from './settings_page.module.css'

function OwnSessions() {
  return <SessionsCard title="Your sessions" subtitle="browsers in which you are signed in" sessions={useSessions()} />
}

/** What is this browser's own, and what the console is. */
export function SettingsPage() {
  const { choice, theme, choose } = useTheme()
  const health = useQuery(queries.health())
  const session = useQuery(queries.session())
  const query_client = useQueryClient()
  const sign_out = useMutation({
    mutationFn: () => answer(api.DELETE('/api/v1/session')),
    onSuccess: ({ provider_url }) => {
      forgetAnswers(query_client)
      if (provider_url === null) void query_client.invalidateQueries({ queryKey: ['session'] })
      else window.location.assign(provider_url)
    },
  })
  const [changes_password, setChangesPassword] = useState(false)
  return (
    <>
      <PageHeader title="Settings" lead="Kept in this browser; they change nothing for others." />
      <div className={styles['grid']}>
        <Card title="Appearance">
          <div className={styles['row']}>
            <div>
              <div className={styles['name']}>Theme</div>
              <div className={styles['help']}>
                {choice === 'system' ? `As the system: ${theme} now.` : `Always ${choice}.`}
              </div>
            </div>
            <Segmented
              label="Theme"
              value={choice}
              onChange={choose}
              options={[
                { value: 'light', label: 'Light' },
                { value: 'system', label: 'System' },
                { value: 'dark', label: 'Dark' },
              ]}
            />
          </div>
        </Card>
        <NoticesCard />
        {session.data?.required === true ? (
          <Card title="Access">
            <div className={styles['row']}>
              <div>
                <div className={styles['name']}>
                  Signed in as {session.data.name}, scope {session.data.scope ?? 'none'}
                </div>
                <div className={styles['help']}>This browser keeps a cookie for this console.</div>
              </div>
              <div className={styles['buttons']}>
                {session.data.has_password ? (
                  <Button onClick={() => setChangesPassword(true)}>Change password</Button>
                ) : null}
                <Button disabled={sign_out.isPending} onClick={() => sign_out.mutate()}>
                  Sign out
                </Button>
              </div>
            </div>
          </Card>
        ) : null}
        {session.data?.required === true && session.data.scope !== 'admin' ? <OwnSessions /> : null}
        {changes_password ? <PasswordDialog onClose={() => setChangesPassword(false)} /> : null}
        <Card title="About">
          <div className={styles['about']}>
            <BrandMark size={52} />
            <p>
              <strong>Orrery</strong> is a benchmark console and live dashboard for distributed virtual environments,
              HLA-style run-time infrastructures and parallel discrete event simulation. An orrery is a mechanical model
              of the planets: you set it up, turn the handle, and watch every part move at its own pace.
            </p>
          </div>
          {health.isError ? (
            <ErrorNotice
              title="The console's server says nothing about itself"
              error={health.error}
              onRetry={() => void health.refetch()}
            />
          ) : (
            <KeyValue
              entries={[
                { key: 'Version', value: health.data?.version ?? '…' },
                { key: 'Commit', value: <code>{health.data?.commit ?? '…'}</code> },
                { key: 'Nodes online', value: health.data?.nodes_online ?? '…' },
                { key: 'Runs stored', value: health.data?.runs ?? '…' },
                { key: 'Runs kept', value: health.data === undefined ? '…' : keptText(health.data) },
                { key: 'REST interface', value: <a href="/api/v1/openapi.json">OpenAPI document</a> },
                { key: 'Licence', value: 'Apache 2.0' },
              ]}
            />
          )}
        </Card>
      </div>
    </>
  )
}
