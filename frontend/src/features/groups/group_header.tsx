import { Link } from '@tanstack/react-router'
import type { GroupDocument } from '@/api/contracts'
import { Chip, ChipRow } from '@/components/chip'
import { PageHeader } from '@/components/page_header'
import { StatePill } from '@/components/state_pill'
import { Time } from '@/components/time'
import { plural } from '@/lib/format/number'
import { HELP } from '@/lib/help'
import { inSentence, termLabel } from '@/lib/terms'
import { GroupActions } from './group_actions'
import { groupEnded, valueText } from './group_values'
import { leadText } from './group_words'

/** What it is, which parameters vary, and what came out. */
export function GroupHeader({ group }: { group: GroupDocument }) {
  const { summary, axes } = group
  return (
    <PageHeader
      title={summary.title}
      progress={groupEnded(group) ? null : summary.progress}
      help={HELP.group}
      crumb={
        <>
          {summary.kind === 'suite' ? <Link to="/suites">Suites</Link> : <Link to="/runs">Runs</Link>} / {summary.kind}{' '}
          {summary.number} / <Time at={summary.created_at} />
        </>
      }
      lead={leadText(group)}
      chips={
        <ChipRow>
          <StatePill state={summary.state} />
          {summary.variant === null ? null : <Chip>{summary.variant}</Chip>}
          {summary.version === null ? null : <Chip>version {summary.version}</Chip>}
          <Chip>{plural(summary.runs, 'run')}</Chip>
          {summary.workloads.map((workload) => (
            <Chip key={workload}>{termLabel(workload)}</Chip>
          ))}
          {axes.slice(0, 4).map((axis) => (
            <Chip key={axis.path} title={axis.values.map((value) => valueText(axis, value)).join(', ')}>
              {inSentence(axis.title)} {rangeText(axis.values.map((value) => valueText(axis, value)))}
            </Chip>
          ))}
          {group.run_suite?.set.map((setting) => (
            <Chip key={setting} tone="dashed">
              {setting}
            </Chip>
          ))}
          {summary.interleaved ? <Chip>repeats interleaved</Chip> : null}
          {summary.tags.map((tag) => (
            <Link key={tag} to="/runs" search={{ tag }} title={`Runs tagged ${tag}`}>
              <Chip>{tag}</Chip>
            </Link>
          ))}
        </ChipRow>
      }
      actions={<GroupActions group={group} />}
    />
  )
}

function rangeText(values: readonly string[]): string {
  if (values.length <= 4) return values.join(', ')
  return `${values[0] ?? ''} … ${values.at(-1) ?? ''}`
}
