import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Suite } from '@/api/contracts'
import { queries } from '@/api/queries'
import { Chip } from '@/components/chip'
import { EmptyState } from '@/components/empty_state'
import { ErrorNotice } from '@/components/notice'
import { PageHeader } from '@/components/page_header'
import { plural } from '@/lib/format/number'
import { formatSpan } from '@/lib/format/time'
import { HELP } from '@/lib/help'
import { suiteFamilies } from './suite_families'
import styles from './suites.module.css'

/** What ships: each study, the smoke test, the standard mix. */
export function SuitesPage() {
  const asked = useQuery(queries.suites())
  // They say what a suite's runs are.
  const presets = useQuery(queries.presets())
  const suites = asked.data?.items ?? []
  return (
    <>
      <PageHeader
        title="Suites"
        help={HELP.suites}
        lead="Named sets of runs that reproduce a study’s tables and figures, and check its findings again. Run a suite whole or in part."
      />
      {asked.error === null ? null : (
        <ErrorNotice title="The suites could not be loaded" error={asked.error} onRetry={() => void asked.refetch()} />
      )}
      {asked.data !== undefined && suites.length === 0 ? (
        <EmptyState title="No suites">This console ships without any.</EmptyState>
      ) : null}
      {presets.isPending
        ? null
        : suiteFamilies(suites, presets.data?.items ?? []).map(({ family, suites: members }) => (
            <section key={family} className={styles['family']} aria-label={family}>
              <h2>{family}</h2>
              <ul className={styles['list']}>
                {members.map((suite) => (
                  <SuiteCard key={suite.name} suite={suite} />
                ))}
              </ul>
            </section>
          ))}
    </>
  )
}

function SuiteCard({ suite }: { suite: Suite }) {
  return (
    <li className={styles['suite']}>
      <h3>
        <Link to="/suites/$name" params={{ name: suite.name }}>
          {suite.title}
        </Link>
      </h3>
      <p>{suite.summary}</p>
      <SuiteChips suite={suite} />
    </li>
  )
}

function SuiteChips({ suite }: { suite: Suite }) {
  const [first] = suite.variants
  return (
    <div className={styles['foot']}>
      {first === undefined ? null : <Chip title="on two cores">typically {formatSpan(first.typical_s)}</Chip>}
      <Chip>{plural(suite.items.length, 'item')}</Chip>
      {suite.shape_checks.length === 0 ? null : <Chip>{plural(suite.shape_checks.length, 'shape check')}</Chip>}
      {suite.source === '' ? null : <Chip tone="brass">{suite.source}</Chip>}
    </div>
  )
}
