import { Notice } from '@/components/notice'
import { PageHeader } from '@/components/page_header'
import { SessionsCard } from '@/components/sessions_card'
import { HELP } from '@/lib/help'
import { useMay } from '@/lib/use_may'
import { useSessions } from '@/lib/use_sessions'
import styles from './access.module.css'
import { AuditCard } from './audit_card'
import { TokensCard } from './tokens_card'
import { UsersCard } from './users_card'
import { WebhooksCard } from './webhooks_card'

function AllSessions() {
  return (
    <SessionsCard
      title="Sessions"
      subtitle="browsers in which people are signed in"
      sessions={useSessions()}
      shows_who
    />
  )
}

/** Who may use this console, and who did what. */
export function AccessPage() {
  const is_admin = useMay('admin')
  return (
    <>
      <PageHeader
        title="Access"
        lead="Users, tokens, sessions, webhooks and the audit log of this console."
        help={HELP.access}
      />
      {is_admin ? (
        <div className={styles['stack']}>
          <UsersCard />
          <TokensCard />
          <AllSessions />
          <WebhooksCard />
          <AuditCard />
        </div>
      ) : (
        <Notice tone="warn" title="Only administrators see this page">
          <p>Sign in as a user of scope admin, or ask one to change your scope.</p>
        </Notice>
      )}
    </>
  )
}
