import type { MessageCount, RunDocument } from '@/api/contracts'
import { Card } from '@/components/card'
import { Chip } from '@/components/chip'
import { formatCount, formatNumber } from '@/lib/format/number'
import { isPlainModel, modelOf } from './model'
import styles from './model_report.module.css'

/** The study's message model beside what was counted, a step. */
export function ModelReport({ run }: { run: RunDocument }) {
  const { workload } = run.spec
  const repeat = run.repeats.findLast((one) => one.messages.length > 0)
  if (repeat === undefined) return null
  const model = modelOf(workload)
  const plain = isPlainModel(workload)
  const rows = [
    {
      kind: 'state_from_entity',
      title: 'State updates from entities',
      formula: 'y·z',
      numbers: `${formatCount(model.y)} · ${formatCount(model.z)}`,
      expected: model.from_entities,
    },
    {
      kind: 'state_to_manager',
      title: 'State updates to managers',
      formula: 'x·y·z',
      numbers: `${formatCount(model.x)} · ${formatCount(model.y)} · ${formatCount(model.z)}`,
      expected: model.to_managers,
    },
  ]
  return (
    <Card
      title="Message model"
      subtitle={`a step; ${formatCount(model.x)} managers, ${formatCount(model.y)} monitored, ${formatCount(model.z)} entities`}
    >
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">messages</th>
            <th scope="col">model</th>
            <th scope="col">counted</th>
            <th scope="col">
              <span className="unseen">outcome</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const message = repeat.messages.find(({ kind }) => kind === row.kind)
            return (
              <tr key={row.kind}>
                <th scope="row">{row.title}</th>
                <td>
                  {row.formula} = {row.numbers} = {formatCount(row.expected)}
                </td>
                <td>{message === undefined ? '–' : formatNumber(perStep(message, workload.steps), 6)}</td>
                <td>
                  <Outcome message={message} />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {plain ? null : (
        <p className={styles['note']}>
          {formatNumber(workload.changing_share * 100)} % of the entities change, every{' '}
          {workload.update_period_steps === 1 ? 'step' : `${formatCount(workload.update_period_steps)} steps`}, so a
          step carries that share of the model. The counts are compared with what the schedule of changes says, exactly.
        </p>
      )}
    </Card>
  )
}

function perStep(message: MessageCount, steps: number): number {
  return steps > 0 ? Number(message.counted) / steps : Number.NaN
}

function Outcome({ message }: { message: MessageCount | undefined }) {
  if (message === undefined) return <Chip>not counted</Chip>
  return message.counted === message.expected ? <Chip tone="good">exact</Chip> : <Chip tone="bad">differs</Chip>
}
