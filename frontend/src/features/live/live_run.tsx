import { useState } from 'react'
import type { Column, RunDocument } from '@/api/contracts'
import { Button } from '@/components/button'
import { Card } from '@/components/card'
import { ForScope } from '@/components/for_scope'
import { Kbd } from '@/components/kbd'
import { Notice } from '@/components/notice'
import { useShortcuts } from '@/lib/shortcuts/shortcuts'
import type { RunTopic, RunTopicState } from '@/lib/stream'
import { EventList } from '../results/event_list'
import { FailureBanner } from '../results/failure_banner'
import layout from '../results/layout.module.css'
import { LogView } from '../results/log_view'
import { NotesCard, type StepPlace } from '../results/notes_card'
import { workloadView } from '../results/registry'
import { CancelButton, CompareButton } from '../results/run_actions'
import { RunHeader } from '../results/run_header'
import { ActivityCard } from './activity_card'
import { DataPathsCard } from './data_paths_card'
import { EntitiesCard } from './entities_card'
import { freeze, FreezeDialog, type Frozen } from './freeze_dialog'
import { LiveFigures } from './live_figures'
import { hasMap } from '../results/entity_map_card'
import { MapCard } from './map_card'
import { MessagesCard } from './messages_card'
import { QueueNotice } from './queue_notice'
import { ReceiversCard } from './receivers_card'
import { StateLine } from './state_line'
import { StripsCard } from './strips_card'
import { TopologyCard } from './topology_card'
import { UsesCard } from './uses_card'
import { useRunReading } from './use_run_reading'

/** Whether the run's windows have columns of this role; until its workers have said so, all may. */
function sends(run: RunDocument, role: Column['role']): boolean {
  return run.schemas.length === 0 || run.schemas.some(({ columns }) => columns.some((column) => column.role === role))
}

/** The step that the first node's newest window ends with. */
function currentStep(topic: RunTopic | null): StepPlace | null {
  const [first] = topic?.windows.nodes.values() ?? []
  const step = first?.steps().at(-1)
  return topic === null || step === undefined ? null : { repeat: topic.windows.repeat, step }
}

const NOBODY: ReadonlyMap<number, number> = new Map()

/** A run while it is on, or waits. */
export function LiveRun({
  run,
  topic,
  state,
}: {
  run: RunDocument
  topic: RunTopic | null
  state: RunTopicState | null
}) {
  const reading = useRunReading(topic, run.summary.state)
  const [frozen, setFrozen] = useState<Frozen | null>(null)
  const doFreeze = (range: readonly [number, number] | null) => {
    if (topic !== null) setFrozen(freeze(topic, range))
  }
  useShortcuts([{ keys: 'f', label: 'Freeze the live window', group: 'This run', run: () => doFreeze(null) }])
  const events = state?.ready ? state.events : run.events
  const { Live } = workloadView(run)
  const lost = [...reading.nodes.values()].reduce((total, node) => total + node.records_lost, 0)
  // Without activities and messages there is room beside the right column: what processes use is what such runs are about.
  const roomy = !sends(run, 'activity') && !sends(run, 'messages')
  return (
    <>
      <RunHeader
        run={run}
        actions={
          <>
            <Button disabled={reading.nodes.size === 0} onClick={() => doFreeze(null)}>
              Freeze <Kbd>F</Kbd>
            </Button>
            <CompareButton run={run} />
            <ForScope scope="operator">
              <CancelButton run={run} />
            </ForScope>
          </>
        }
      />
      <StateLine
        run={run}
        done={topic?.windows.repeat === run.summary.repeat ? (reading.nodes.get(0)?.done ?? 0) : 0}
      />
      {run.summary.failure === null ? null : <FailureBanner failure={run.summary.failure} />}
      {run.summary.state === 'queued' ? <QueueNotice run={run} /> : null}
      {state?.refusal ? (
        <Notice tone="warn" title="The live stream does not show this run">
          <p>{state.refusal}. The page asks for its state every two seconds instead.</p>
        </Notice>
      ) : null}
      <LiveFigures run={run} reading={reading} />
      <div className={layout['grid']}>
        <div className={layout['column']}>
          <StripsCard run={run} topic={topic} reading={reading} onSelect={(from, to) => doFreeze([from, to])} />
          {hasMap(run) ? <MapCard run={run} topic={topic} /> : null}
          {run.nodes.some((node) => node.entities !== null) && run.nodes.length > 1 ? (
            <EntitiesCard run={run} moved={state?.moved ?? NOBODY} events={events} />
          ) : null}
          {Live === undefined ? null : <Live run={run} topic={topic} events={events} reading={reading} />}
          {sends(run, 'activity') ? <ActivityCard run={run} reading={reading} /> : null}
          {sends(run, 'messages') ? <MessagesCard run={run} topic={topic} reading={reading} /> : null}
          <ReceiversCard run={run} reading={reading} />
          <DataPathsCard run={run} reading={reading} />
          {roomy ? <UsesCard run={run} reading={reading} /> : null}
        </div>
        <div className={layout['column']}>
          <NotesCard run={run} current={() => currentStep(topic)} />
          <TopologyCard run={run} reading={reading} />
          {roomy ? null : <UsesCard run={run} reading={reading} />}
          <Card title="Events">
            <EventList run={run} events={events} />
          </Card>
          <LogView run={run} lines={state?.log ?? []} left_out={state?.log_left_out ?? 0} />
          {lost > 0 || (state?.frames_dropped ?? 0) > 0 ? (
            <p className={layout['note']}>
              {lost > 0 ? `The workers left out ${lost} records because their ring was full. ` : ''}
              {(state?.frames_dropped ?? 0) > 0
                ? `The console left out ${state?.frames_dropped ?? 0} windows because this page was slow; none is missing in the store.`
                : ''}
            </p>
          ) : null}
        </div>
      </div>
      {frozen === null ? null : <FreezeDialog run={run} frozen={frozen} onClose={() => setFrozen(null)} />}
    </>
  )
}
