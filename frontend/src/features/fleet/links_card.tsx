import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { answer, api } from '@/api/client'
import type { LinkMatrix, NodeLink } from '@/api/contracts'
import { queries } from '@/api/queries'
import { Button } from '@/components/button'
import { Card } from '@/components/card'
import { DataTable, type DataColumn } from '@/components/data_table'
import { ForScope } from '@/components/for_scope'
import { ErrorNotice } from '@/components/notice'
import { Time } from '@/components/time'
import { useToaster } from '@/components/toasts'
import { formatQuantity } from '@/lib/format/unit'
import styles from './fleet.module.css'

/** The network between nodes: round trip and bandwidth of each link, and a button that measures them. */
export function LinksCard() {
  const links = useQuery(queries.nodeLinks())
  const client = useQueryClient()
  const toaster = useToaster()
  const measure = useMutation({
    mutationFn: () => answer(api.POST('/api/v1/nodes/links', { body: { nodes: [] } })),
    onSuccess: (matrix) => client.setQueryData(queries.nodeLinks().queryKey, matrix),
    onError: (error) => toaster.fail('Links were not measured', error),
  })
  const measuring = links.data?.measuring ?? null
  const items = links.data?.items ?? []
  return (
    <Card
      title="Links"
      subtitle="TCP from node (row) to node (column): median round trip of 64 bytes, and bandwidth"
      tools={
        <>
          {measuring === null ? null : (
            <progress aria-label="Links measured" value={measuring.done} max={measuring.total} />
          )}
          <ForScope scope="operator">
            <Button small disabled={measuring !== null || measure.isPending} onClick={() => measure.mutate()}>
              {measuring === null ? 'Measure links' : `Measuring ${measuring.done} of ${measuring.total}`}
            </Button>
          </ForScope>
        </>
      }
    >
      {links.error === null ? null : (
        <ErrorNotice title="Links are unavailable" error={links.error} onRetry={() => void links.refetch()} />
      )}
      {items.length === 0 ? (
        <p>
          No link is measured. A measurement takes about a second for each link. No run may be on the nodes' machines.
        </p>
      ) : (
        <LinkTable items={items} />
      )}
    </Card>
  )
}

function LinkTable({ items }: { items: LinkMatrix['items'] }) {
  const names = [...new Set(items.flatMap(({ source, target }) => [source, target]))].sort()
  const by_ends = new Map(items.map((link) => [`${link.source} ${link.target}`, link]))
  const columns: DataColumn<string>[] = [
    { key: 'from', title: 'From', cell: (source) => source },
    ...names.map((target) => ({
      key: target,
      title: `to ${target}`,
      numeric: true,
      cell: (source: string) => <LinkCell link={by_ends.get(`${source} ${target}`)} />,
    })),
  ]
  return <DataTable caption="Links between nodes" columns={columns} rows={names} rowKey={(name) => name} />
}

function LinkCell({ link }: { link: NodeLink | undefined }) {
  if (link === undefined) return '–'
  return (
    <div className={styles['link']}>
      <LinkFigures link={link} />
      {link.same_machine ? <small>same machine</small> : null}
      <small>
        <Time at={link.measured_at} show="age" />
      </small>
    </div>
  )
}

function LinkFigures({ link: { median_us, p99_us, mb_s, problem } }: { link: NodeLink }) {
  if (median_us === null || p99_us === null || mb_s === null) {
    return <span className={styles['problem']}>{problem}</span>
  }
  return (
    <>
      <span title={`99th percentile ${microseconds(p99_us)}`}>{microseconds(median_us)}</span>
      <span>{formatQuantity(mb_s, 'MB/s', { factor: 1, unit: 'MB/s' })}</span>
    </>
  )
}

function microseconds(us: number): string {
  return formatQuantity(us, 'us', { factor: 1, unit: 'µs' })
}
