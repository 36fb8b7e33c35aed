/** Figures of the federates that receive, one by one. Pure. */
import type { SummaryMetric } from '@/api/contracts'
import { formatQuantity } from '@/lib/format/unit'

/** What a run measured at one receiver; null: not measured. */
export interface Receiver {
  readonly federate: number
  readonly rate: SummaryMetric | null
  readonly p50: SummaryMetric | null
  readonly p99: SummaryMetric | null
}

const OF_RECEIVER = /^(received_rate|(?:latency|round_trip)\.p(?:50|99))\.federate(\d+)$/

/** Whether a metric is of one receiver: these have a table of their own. */
export function isOfReceiver({ name }: Pick<SummaryMetric, 'name'>): boolean {
  return OF_RECEIVER.test(name)
}

/** In the order of the federates. */
export function receiversOf(metrics: readonly SummaryMetric[]): Receiver[] {
  const found = new Map<number, Receiver>()
  for (const metric of metrics) {
    const [, kind, number] = OF_RECEIVER.exec(metric.name) ?? []
    if (kind === undefined) continue
    const federate = Number(number)
    const key = kind === 'received_rate' ? 'rate' : kind.endsWith('p50') ? 'p50' : 'p99'
    found.set(federate, { ...(found.get(federate) ?? { federate, rate: null, p50: null, p99: null }), [key]: metric })
  }
  return [...found.values()].toSorted((a, b) => a.federate - b.federate)
}

/** What the times of receivers are, by the names of metrics: those of a run, or those that its workload leads with. */
export function timesName(metrics: readonly string[]): string {
  return metrics.some((name) => name.startsWith('round_trip.')) ? 'round trip' : 'latency'
}

/** A receiver's figures now or after the run, in base units; NaN: none. */
export interface ReceiverFigures {
  readonly federate: number
  readonly rate: number
  readonly p50: number
}

/** Names the receivers at the ends; null where there are none to tell apart. */
export function extremesText(receivers: readonly ReceiverFigures[], times: string): string | null {
  const rated = receivers.filter(({ rate }) => Number.isFinite(rate)).toSorted((a, b) => a.rate - b.rate)
  const timed = receivers.filter(({ p50 }) => Number.isFinite(p50)).toSorted((a, b) => a.p50 - b.p50)
  const named = (one: ReceiverFigures, figure: string) => `federate ${one.federate} (${figure})`
  const parts: string[] = []
  const [least, most] = [rated.at(0), rated.at(-1)]
  if (rated.length > 1 && least !== undefined && most !== undefined) {
    const text = (one: ReceiverFigures) => named(one, formatQuantity(one.rate, 'messages/s'))
    parts.push(`Least received: ${text(least)}. Most: ${text(most)}.`)
  }
  const [shortest, longest] = [timed.at(0), timed.at(-1)]
  if (timed.length > 1 && shortest !== undefined && longest !== undefined) {
    const text = (one: ReceiverFigures) => named(one, formatQuantity(one.p50, 'ns'))
    parts.push(`Longest median ${times}: ${text(longest)}. Shortest: ${text(shortest)}.`)
  }
  return parts.length === 0 ? null : parts.join(' ')
}
