import { Notice } from '@/components/notice'
import { PageHeader } from '@/components/page_header'
import { useMay } from '@/lib/use_may'
import styles from './access.module.css'
import { AuditCard } from './audit_card'
import { TokensCard } from './tokens_card'
import { UsersCard } from './users_card'

/** Who may use this console, and who did what. */
export function AccessPage() {
  const is_admin = useMay('admin')
  return (
    <>
      <PageHeader title="Access" lead="Users, tokens and the audit log of this console." />
      {is_admin ? (
        <div className={styles['stack']}>
          <UsersCard />
          <TokensCard />
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
