import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ApiError } from '@/api/client'
import type { Suite } from '@/api/contracts'
import { queries } from '@/api/queries'
import { ButtonLink } from '@/components/button'
import { Card } from '@/components/card'
import { Chip, ChipRow } from '@/components/chip'
import { EmptyState } from '@/components/empty_state'
import { ForScope } from '@/components/for_scope'
import { ErrorNotice } from '@/components/notice'
import { PageHeader } from '@/components/page_header'
import { plural } from '@/lib/format/number'
import { claimText } from '@/lib/claim_text'
import { HELP } from '@/lib/help'
import layout from '../results/layout.module.css'
import { EarlierRuns } from './earlier_runs'
import { LaunchCard } from './launch_card'
import styles from './suites.module.css'

/** One suite: what it measures, what it will show, how to run it, and how it came out before. */
export function SuitePage() {
  const { name } = useParams({ from: '/suites/$name' })
  const asked = useQuery(queries.suite(name))
  if (asked.data !== undefined) return <Shown suite={asked.data} />
  if (asked.error instanceof ApiError && asked.error.status === 404) {
    return (
      <EmptyState title={`There is no suite ${name}`} actions={<ButtonLink to="/suites">All suites</ButtonLink>}>
        Its name may have changed with a newer version.
      </EmptyState>
    )
  }
  return (
    <>
      <PageHeader title={name} />
      {asked.error === null ? (
        <p role="status">Loading the suite…</p>
      ) : (
        <ErrorNotice title="The suite could not be loaded" error={asked.error} onRetry={() => void asked.refetch()} />
      )}
    </>
  )
}

function Shown({ suite }: { suite: Suite }) {
  return (
    <>
      <PageHeader
        title={suite.title}
        help={HELP.suites}
        crumb={
          <>
            <Link to="/suites">Suites</Link> / {suite.name}
          </>
        }
        lead={suite.summary}
        chips={
          <ChipRow>
            <Chip>version {suite.version}</Chip>
            <Chip>{plural(suite.items.length, 'item')}</Chip>
            {suite.source === '' ? null : <Chip tone="brass">{suite.source}</Chip>}
          </ChipRow>
        }
      />
      <div className={layout['grid']}>
        <div className={layout['column']}>
          <EarlierRuns suite={suite} />
          <Expectations suite={suite} />
        </div>
        <div className={layout['column']}>
          <ForScope scope="operator">
            <LaunchCard key={suite.name} suite={suite} />
          </ForScope>
        </div>
      </div>
    </>
  )
}

function Expectations({ suite }: { suite: Suite }) {
  return (
    <>
      {suite.charts.length === 0 ? null : (
        <Card title="What it shows" subtitle={plural(suite.charts.length, 'chart')}>
          <ul className={styles['shows']}>
            {suite.charts.map((chart) => (
              <li key={chart.name}>
                <span>{chart.title}</span>
                {chart.figure_of === '' ? null : <small>follows {chart.figure_of}</small>}
              </li>
            ))}
          </ul>
        </Card>
      )}
      {suite.shape_checks.length === 0 ? null : (
        <Card
          title="Shape checks"
          subtitle="ratios, slopes and counts; a finding of the study that does not show is reported and fails nothing"
        >
          <ul className={styles['shows']}>
            {suite.shape_checks.map((check) => (
              <li key={check.name}>
                <span>{check.title}</span>
                <small>
                  {[claimText[check.claim], check.source, check.published].filter((part) => part !== '').join(' · ')}
                </small>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  )
}
