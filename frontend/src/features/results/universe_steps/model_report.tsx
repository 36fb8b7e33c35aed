import type { MessageCount, RunDocument } from '@/api/contracts'
import { Card } from '@/components/card'
import { Chip } from '@/components/chip'
import { formatCount, formatNumber } from '@/lib/format/number'
import { workloadOf } from '../workload_view'
import { constraintOf, heldBack, isPlainModel, modelOf, plainState } from './model'
import styles from './model_report.module.css'

/** The study's message model beside what was counted, a step. */
export function ModelReport({ run }: { run: RunDocument }) {
  const workload = workloadOf(run, 'universe_steps')
  const repeat = run.repeats.findLast((one) => one.messages.length > 0)
  if (repeat === undefined) return null
  const model = modelOf(workload)
  const plain = isPlainModel(workload)
  const constraint = constraintOf(workload)
  const held = heldBack(repeat.metrics)
  const rows = [
    { kind: 'state_from_entity', title: 'from entities', formula: 'y·z', expected: model.from_entities },
    { kind: 'state_to_manager', title: 'to managers', formula: 'x·y·z', expected: model.to_managers },
  ]
  return (
    <Card title="State updates a step" subtitle={`x = ${model.x}, y = ${model.y}, z = ${formatCount(model.z)}`}>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">
              <span className="unseen">direction</span>
            </th>
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
                  {plain ? '' : 'at most '}
                  {row.formula} = {formatCount(row.expected)}
                </td>
                <td>{formatNumber(message === undefined ? 0 : perStep(message, workload.steps), 6)}</td>
                <td>
                  <Outcome message={message} expected={row.expected} />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {model.x === 0 ? <p className={styles['note']}>No manager registers interest, so no state is sent.</p> : null}
      {plain ? null : (
        <p className={styles['note']}>
          {formatNumber(workload.changing_share * 100)} % of the entities change, every{' '}
          {workload.update_period_steps === 1 ? 'step' : `${formatCount(workload.update_period_steps)} steps`}, so a
          step carries that share of the model
          {plainState(workload)
            ? ''
            : ', less what the constraint function filters and what the managers of a node share by name'}
          . The counts are compared with what the schedule of changes says
          {constraint === '' ? '' : ` and the sequential oracle counted for constraint ${constraint} of the model`},
          exactly.
        </p>
      )}
      {held === '' ? null : <p className={styles['note']}>{held}</p>}
    </Card>
  )
}

function perStep(message: MessageCount, steps: number): number {
  return steps > 0 ? Number(message.counted) / steps : Number.NaN
}

function Outcome({ message, expected }: { message: MessageCount | undefined; expected: number }) {
  if (message === undefined) return expected === 0 ? <Chip tone="good">exact</Chip> : <Chip>not counted</Chip>
  return message.counted === message.expected ? <Chip tone="good">exact</Chip> : <Chip tone="bad">differs</Chip>
}
