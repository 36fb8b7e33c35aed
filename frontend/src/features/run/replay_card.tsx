import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { Positions, RepeatView, RunDocument } from '@/api/contracts'
import { queries } from '@/api/queries'
import { Button } from '@/components/button'
import { Card } from '@/components/card'
import { ErrorNotice } from '@/components/notice'
import { formatCount, formatFixed } from '@/lib/format/number'
import type { Moment } from '@/viz/flight'
import { EntityMapCard, hasMap } from '../results/entity_map_card'
import { workloadView } from '../results/registry'
import { MOMENTS_AT_ONCE, nextMoment, partOf, SPEEDS, usualSpeed } from './replay'
import styles from './replay_card.module.css'
import run_styles from './run.module.css'
import { RepeatChoice, useShownRepeat } from './shown_repeat'

/** Replays the positions of a run that has ended; nothing if the shown repeat has none. */
export function ReplayCard({ run }: { run: RunDocument }) {
  const measured = run.repeats.filter((repeat) => repeat.started_at !== null)
  const repeat = useShownRepeat(run, measured)
  if (!hasMap(run) || repeat === undefined) return null
  return <LoadedReplay key={repeat.repeat} run={run} repeats={measured} repeat={repeat} />
}

interface ReplayProps {
  run: RunDocument
  repeats: readonly RepeatView[]
  repeat: RepeatView
}

function LoadedReplay({ run, repeats, repeat }: ReplayProps) {
  const start = useQuery(queries.positions(run.summary.id, partFilter(repeat.repeat, 0)))
  if (start.error !== null)
    return (
      <Card title="Map">
        <ErrorNotice title="The map could not be loaded" error={start.error} onRetry={() => void start.refetch()} />
      </Card>
    )
  if (start.data === undefined || start.data.times_ns.length === 0) return null
  return <Replay run={run} repeats={repeats} repeat={repeat} start={start.data} />
}

function Replay({ run, repeats, repeat, start }: ReplayProps & { start: Positions }) {
  const { times_ns, steps } = start
  const [at, setAt] = useState(0)
  const [plays, setPlays] = useState(false)
  const [speed, setSpeed] = useState(() => usualSpeed(times_ns))
  const last = times_ns.length - 1
  const part = useQuery(queries.positions(run.summary.id, partFilter(repeat.repeat, partOf(at))))
  const after = partOf(at) + MOMENTS_AT_ONCE
  // Fetched before it is shown, so that the replay does not stop for it.
  useQuery({ ...queries.positions(run.summary.id, partFilter(repeat.repeat, after)), enabled: plays && after <= last })
  const item = part.data?.items[at - partOf(at)]
  const [shown, setShown] = useState(start.items[0])
  if (item !== undefined && item !== shown) setShown(item)
  const moments = useMemo(
    () =>
      new Map<number, Moment>(
        (shown?.nodes ?? []).map(({ node_index, entities, x, y }) => [node_index, { ids: entities, x, y }]),
      ),
    [shown],
  )
  const is_here = item !== undefined
  useEffect(() => {
    if (!plays || !is_here) return
    const next = nextMoment(times_ns, at, speed)
    if (next === null) return
    const timer = setTimeout(() => {
      setAt(next.at)
      if (next.at === last) setPlays(false)
    }, next.wait_ms)
    return () => clearTimeout(timer)
  }, [plays, is_here, times_ns, at, speed, last])
  const time = `${workloadView(run).progress_unit} ${formatCount(steps[at] ?? 0)}, ${formatFixed((times_ns[at] ?? 0) / 1e9, 1)} s`
  const toggle = () => {
    if (!plays && at === last) setAt(0)
    setPlays(!plays && last > 0)
  }
  return (
    <EntityMapCard
      run={run}
      moments={moments}
      file_name={`run-${run.summary.number}-map-repeat-${repeat.repeat + 1}-moment-${at + 1}`}
      empty="No entity had a position at this moment."
      controls={
        <div className={styles['controls']}>
          <Button small onClick={toggle}>
            {plays ? 'Pause' : 'Play'}
          </Button>
          <input
            type="range"
            aria-label="Moment"
            aria-valuetext={time}
            min={0}
            max={last}
            value={at}
            onChange={(event) => {
              setPlays(false)
              setAt(Number(event.target.value))
            }}
          />
          <span className={styles['time']}>{time}</span>
          <label>
            <span className="unseen">Speed</span>
            <select
              className={run_styles['select']}
              value={speed}
              onChange={(event) => setSpeed(Number(event.target.value))}
            >
              {SPEEDS.map((one) => (
                <option key={one} value={one}>{`${one}× real time`}</option>
              ))}
            </select>
          </label>
          <RepeatChoice run={run} repeats={repeats} shown={repeat} />
          {part.error === null ? null : (
            <ErrorNotice
              title="The positions could not be loaded"
              error={part.error}
              onRetry={() => void part.refetch()}
            />
          )}
        </div>
      }
    />
  )
}

function partFilter(repeat: number, first: number) {
  return { repeat, first, count: MOMENTS_AT_ONCE }
}
