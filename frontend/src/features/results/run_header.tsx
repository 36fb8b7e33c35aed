import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { RunDocument, RunSpec } from '@/api/contracts'
import { Chip, ChipRow } from '@/components/chip'
import { ForScope } from '@/components/for_scope'
import { PageHeader } from '@/components/page_header'
import { StatePill } from '@/components/state_pill'
import { Time } from '@/components/time'
import { formatCount, plural } from '@/lib/format/number'
import { HELP } from '@/lib/help'
import { hasEnded } from '@/lib/run_states'
import { termLabel } from '@/lib/terms'
import { EditRunButton } from './edit_run'
import { workloadView } from './registry'

/** Head of a run's page, the same while it is on and afterwards. */
export function RunHeader({ run, lead, actions }: { run: RunDocument; lead?: ReactNode; actions: ReactNode }) {
  const { summary, spec } = run
  return (
    <PageHeader
      title={summary.name}
      progress={hasEnded(summary.state) ? null : summary.progress}
      help={HELP.run}
      crumb={
        <>
          <Link to="/runs">Runs</Link> / run {formatCount(summary.number)} / <Time at={summary.created_at} />
        </>
      }
      lead={lead}
      chips={
        <ChipRow>
          <StatePill state={summary.state} />
          {workloadView(run)
            .chips(run.spec.workload, run.nodes)
            .map((text) => (
              <Chip key={text}>{text}</Chip>
            ))}
          {run.nodes.length > 0 ? <Chip>{nodesText(run)}</Chip> : null}
          <Chip>{transportsText(spec)}</Chip>
          <Chip>seed {spec.seed}</Chip>
          <Chip>{repeatText(run)}</Chip>
          {summary.origin === null ? null : (
            <Chip>
              imported: run {formatCount(summary.origin.number)} of {summary.origin.console}
            </Chip>
          )}
          {summary.tags.map((tag) => (
            <Chip key={tag} tone="dashed">
              {tag}
            </Chip>
          ))}
        </ChipRow>
      }
      actions={
        <>
          {actions}
          <ForScope scope="operator">
            <EditRunButton run={run} />
          </ForScope>
        </>
      }
    />
  )
}

function nodesText({ nodes }: RunDocument): string {
  const names = nodes.map((node) => node.name)
  return names.length <= 3 ? names.join(' + ') : plural(names.length, 'node')
}

function transportsText({ transports }: RunSpec): string {
  const words = [...new Set([transports.local, transports.nodes])].map(termLabel)
  return words.length === 1 && words[0] === 'automatic' ? 'automatic transports' : words.join(' + ')
}

function repeatText({ summary }: RunDocument): string {
  if (hasEnded(summary.state) || summary.state === 'queued') return plural(summary.repeats, 'repeat')
  return `repeat ${summary.repeat + 1} of ${summary.repeats}`
}
