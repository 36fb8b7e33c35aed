import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { answer, api } from '@/api/client'
import { queries } from '@/api/queries'
import type { NodeView, WorkerBuild } from '@/api/contracts'
import { ButtonLink } from '@/components/button'
import { Card } from '@/components/card'
import { CopyButton } from '@/components/copy_button'
import { ConfirmDialog } from '@/components/dialog'
import { EmptyState } from '@/components/empty_state'
import { ForScope } from '@/components/for_scope'
import { ErrorNotice } from '@/components/notice'
import { PageHeader } from '@/components/page_header'
import { Segmented } from '@/components/segmented'
import { useToaster } from '@/components/toasts'
import { HELP } from '@/lib/help'
import { useTopic } from '@/lib/stream'
import { useFleet } from '@/lib/use_fleet'
import styles from './fleet.module.css'
import { LinksCard } from './links_card'
import { NodeCard } from './node_card'
import { NodeTable } from './node_table'
import { fleetTitle } from './node_words'
import { useLoadHistory } from './use_load_history'
import { WaitingCard } from './waiting_card'

const CARDS_UP_TO = 12
const BUILD_EVERY_MS = 1_000

/** Every node: what it is, what it does now, and how another one joins. */
export function FleetPage() {
  const fleet = useFleet()
  const runs = useTopic('runs')
  const { view } = useSearch({ from: '/fleet' })
  const navigate = useNavigate({ from: '/fleet' })
  const toaster = useToaster()
  const query_client = useQueryClient()
  const [asked, setAsked] = useState<NodeView | null>(null)
  const nodes = fleet.nodes.toSorted((a, b) => Number(a.state === 'offline') - Number(b.state === 'offline'))
  const histories = useLoadHistory(nodes)
  const forget = useMutation({
    mutationFn: (node: NodeView) =>
      answer(api.POST('/api/v1/nodes/{name}/forget', { params: { path: { name: node.name } } })),
    onSuccess: (_, node) => {
      toaster.say(`${node.name} is forgotten. It comes back if its agent does.`)
      void query_client.invalidateQueries({ queryKey: ['nodes'] })
    },
    onError: (error, node) => toaster.fail(`${node.name} could not be forgotten`, error),
    onSettled: () => setAsked(null),
  })

  const shown_view = view ?? (nodes.length > CARDS_UP_TO ? 'table' : 'cards')
  const best_rating = Math.max(0, ...nodes.map((node) => node.facts.rating))
  const runLabel = (id: string) => {
    const run = runs.items.find((item) => item.id === id)
    return run === undefined ? null : `run ${run.number}, ${run.name}`
  }
  return (
    <>
      <PageHeader
        title={fleet.ready ? fleetTitle(nodes) : 'Fleet'}
        crumb="Fleet"
        help={HELP.fleet}
        actions={
          <>
            {nodes.length > 1 ? (
              <Segmented
                label="Show nodes as"
                value={shown_view}
                onChange={(next) => void navigate({ search: { view: next }, replace: true })}
                options={[
                  { value: 'cards', label: 'Cards' },
                  { value: 'table', label: 'Table' },
                ]}
              />
            ) : null}
            <ForScope scope="operator">
              <ButtonLink to="/new" variant="primary" icon="plus">
                New run
              </ButtonLink>
            </ForScope>
          </>
        }
      />
      {fleet.error === null ? null : (
        <ErrorNotice title="The fleet is unavailable" error={fleet.error} onRetry={fleet.retry} />
      )}
      <ForScope scope="operator">
        <WaitingCard />
      </ForScope>
      {fleet.join_command === '' ? null : (
        <Card title="Add a node" subtitle="run this on another machine; it dials out, so no port has to be open there">
          <div className={styles['join']}>
            <code>{fleet.join_command}</code>
            <CopyButton text={fleet.join_command} label="Copy command" />
          </div>
        </Card>
      )}
      {fleet.ready && nodes.length === 0 ? (
        <NoNodes />
      ) : shown_view === 'cards' ? (
        <div className={styles['grid']}>
          {nodes.map((node) => (
            <NodeCard
              key={node.name}
              node={node}
              history={histories.get(node.name) ?? []}
              best_rating={best_rating}
              run_label={node.current_run === null ? null : runLabel(node.current_run)}
              onForget={() => setAsked(node)}
            />
          ))}
        </div>
      ) : (
        <Card>
          <NodeTable nodes={nodes} runLabel={runLabel} onForget={setAsked} />
        </Card>
      )}
      {nodes.length > 1 ? <LinksCard /> : null}
      {asked === null ? null : (
        <ConfirmDialog
          title={`Forget ${asked.name}?`}
          confirm="Forget it"
          dismiss="Keep it"
          busy={forget.isPending}
          onConfirm={() => forget.mutate(asked)}
          onClose={() => setAsked(null)}
        >
          <p>
            The node leaves this list. Runs that it took part in keep all they know about it. If its agent connects
            again, it is back.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

/** The fleet before its first node: the progress of the build of the worker, or how to add a node. */
function NoNodes() {
  const health = useQuery({ ...queries.health(), refetchInterval: BUILD_EVERY_MS })
  const build = health.data?.worker_build ?? null
  return (
    <Card>
      {build === null ? (
        <EmptyState title="A run needs at least one node">
          Start an agent with the command above, on this machine or on another. It appears here within a second.
        </EmptyState>
      ) : (
        <EmptyState title="Building the worker">
          <Progress build={build} /> The nodes of this machine join when the worker is built.
        </EmptyState>
      )}
    </Card>
  )
}

function Progress({ build }: { build: WorkerBuild }) {
  if (build.total === 0) return <>The build is starting.</>
  return (
    <>
      <progress aria-label="Build of the worker" value={build.done} max={build.total} /> {build.done} of {build.total}{' '}
      steps.
    </>
  )
}
