import type { RunDocument } from '@/api/contracts'
import { Figure, FigureRow } from '@/components/figure'
import { formatFixed, formatNumber } from '@/lib/format/number'
import { formatQuantity, quantity } from '@/lib/format/unit'
import { imbalance, type NodeReading } from '../results/readings'
import { workloadView } from '../results/registry'
import type { RunReading } from '../results/workload_view'

/** Figures of merit while the run is on. The master's step is the system's: it starts when all have ended the last. */
export function LiveFigures({ run, reading }: { run: RunDocument; reading: RunReading }) {
  const view = workloadView(run)
  const unit = view.progress_unit
  const master = reading.nodes.get(0)
  const step = master?.step_typical ?? Number.NaN
  const step_shown = quantity(step, 'ns')
  const slow = master?.step_slow ?? Number.NaN
  const rate = master?.steps_per_s ?? Number.NaN
  const rate_shown = quantity(rate, 'steps/s')
  const spread = imbalance([...reading.nodes.values()])
  return (
    <FigureRow label="Figures of merit, live">
      <Figure
        title={unit === 'step' ? 'Step time, median' : `Time of a${/^[aeiou]/.test(unit) ? 'n' : ''} ${unit}`}
        value={Number.isFinite(step) ? step_shown.text : null}
        unit={step_shown.unit}
        context={Number.isFinite(slow) ? `p99 ${formatQuantity(slow, 'ns')} · last second` : 'last second'}
      />
      <Figure
        title={`${unit.charAt(0).toUpperCase()}${unit.slice(1)}${unit.endsWith('ch') ? 'es' : 's'} per second`}
        value={Number.isFinite(rate) ? rate_shown.text : null}
        unit={rate_shown.unit === 'steps/s' ? '' : rate_shown.unit.replace('steps/s', '').trim()}
        context="whole system"
      />
      {view.liveFigures(run, reading).map((figure) => (
        <Figure key={figure.title} {...figure} />
      ))}
      <Figure
        title="Imbalance"
        value={Number.isFinite(spread) ? formatFixed(spread, 2) : null}
        unit="×"
        context={run.nodes.length < 2 && run.nodes.length > 0 ? 'a single node' : 'busiest over mean node'}
      />
      <Figure {...busiestNode(reading, run)} />
    </FigureRow>
  )
}

function busiestNode(
  reading: RunReading,
  run: RunDocument,
): { title: string; value: string | null; unit: string; context: string } {
  const [index, busiest] = [...reading.nodes].reduce<readonly [number, NodeReading | null]>(
    (most, [at, node]) => (node.cores_used > (most[1]?.cores_used ?? -1) ? [at, node] : most),
    [0, null],
  )
  if (busiest === null || !Number.isFinite(busiest.cores_used)) {
    return { title: 'Cores in use', value: null, unit: '', context: 'busiest node' }
  }
  const node = run.nodes.find((one) => one.index === index)
  return {
    title: 'Cores in use',
    value: formatFixed(busiest.cores_used, 2),
    unit: '',
    context:
      node === undefined ? 'busiest node' : `of ${formatNumber(node.facts.cpu_limit)} on ${node.name}, the busiest`,
  }
}
