import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useId, useRef, useState } from 'react'
import { answer, api, once } from '@/api/client'
import type { Suite, SweepCheck } from '@/api/contracts'
import { queries } from '@/api/queries'
import { Button } from '@/components/button'
import { Card } from '@/components/card'
import { CopyButton } from '@/components/copy_button'
import { Segmented } from '@/components/segmented'
import { ErrorSentences } from '@/components/error_sentences'
import { plural } from '@/lib/format/number'
import { formatEstimate, formatSpan } from '@/lib/format/time'
import { randomKey } from '@/lib/idempotency'
import { useDebounced } from '@/lib/use_debounced'
import { useCommand } from '@/lib/use_command'
import {
  bodyOf,
  defaultVariant,
  FIRST_CHOICE,
  isAsShipped,
  itemsOf,
  problemOf,
  suiteCommand,
  variantOf,
} from './suite_plan'
import styles from './suites.module.css'

const PAUSE_MS = 350

/** Which size and items, how often, with what else set; what that comes to; and the launch. */
export function LaunchCard({ suite }: { suite: Suite }) {
  const [chosen, setChoice] = useState(FIRST_CHOICE)
  const nodes = useQuery(queries.nodes())
  const online = nodes.data?.items.filter((node) => node.state !== 'offline').length ?? 0
  const choice = { ...chosen, variant: chosen.variant || defaultVariant(suite, online) }
  const navigate = useNavigate()
  const client = useQueryClient()
  const id = useId()
  const attempt = useRef<{ text: string; key: string } | null>(null)
  const problem = problemOf(suite, choice)
  const body = bodyOf(suite, choice)
  const command = suiteCommand(useCommand(), suite, body)
  const text = JSON.stringify(body)
  const settled = useDebounced(text, PAUSE_MS)
  const params = { path: { name: suite.name } }
  const asked = useQuery({
    queryKey: ['suites', 'check', suite.name, settled],
    queryFn: ({ signal }) =>
      answer(api.POST('/api/v1/suites/{name}/check', { params, body: JSON.parse(settled) as typeof body, signal })),
    enabled: problem === '',
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  })
  const launch = useMutation({
    mutationFn: (given: { body: typeof body; key: string }) =>
      answer(
        api.POST('/api/v1/suites/{name}/run', { params: { ...params, header: once(given.key) }, body: given.body }),
      ),
    onSuccess: (group) => {
      attempt.current = null
      client.setQueryData(queries.group(group.summary.id).queryKey, group)
      void client.invalidateQueries({ queryKey: ['groups', 'list'] })
      void client.invalidateQueries({ queryKey: ['runs', 'list'] })
      void navigate({ to: '/groups/$id', params: { id: group.summary.id } })
    },
  })
  const start = () => {
    if (problem !== '' || launch.isPending) return
    // A launch whose answer was lost is sent again under its own key, and so never makes a second one.
    if (attempt.current?.text !== text) attempt.current = { text, key: randomKey() }
    launch.mutate({ body, key: attempt.current.key })
  }
  const variant = variantOf(suite, choice.variant)
  const failure = launch.error ?? asked.error
  return (
    <>
      <Card title="Run it">
        <form
          className={styles['form']}
          aria-label={`Run ${suite.title}`}
          onSubmit={(event) => {
            event.preventDefault()
            start()
          }}
        >
          {suite.variants.length > 1 ? (
            <div className={styles['field']}>
              <span className={styles['name']}>Size</span>
              <Segmented
                label="Size"
                value={choice.variant}
                onChange={(name) => setChoice({ ...choice, variant: name })}
                options={suite.variants.map((one) => ({ value: one.name, label: one.title, title: one.summary }))}
              />
              {variant?.summary ? <p className={styles['help']}>{variant.summary}</p> : null}
            </div>
          ) : null}
          <ul className={styles['items']} aria-label="Items">
            {itemsOf(suite, choice.variant).map((item) => (
              <li key={item.name}>
                <label>
                  <input
                    type="checkbox"
                    checked={!choice.without.includes(item.name)}
                    onChange={(event) =>
                      setChoice({
                        ...choice,
                        without: event.target.checked
                          ? choice.without.filter((name) => name !== item.name)
                          : [...choice.without, item.name],
                      })
                    }
                  />
                  <span>{item.title}</span>
                  <small>{item.figure_of}</small>
                </label>
              </li>
            ))}
          </ul>
          <div className={styles['pair']}>
            <label className={styles['field']}>
              <span className={styles['name']}>Repeats</span>
              <input
                className={styles['input']}
                inputMode="numeric"
                placeholder="as set"
                value={choice.repeats}
                onChange={(event) => setChoice({ ...choice, repeats: event.target.value })}
              />
            </label>
            <label className={styles['field']}>
              <span className={styles['name']}>Until settled within, %</span>
              <input
                className={styles['input']}
                inputMode="decimal"
                placeholder="no more repeats"
                aria-describedby={`${id}-within`}
                value={choice.within}
                onChange={(event) => setChoice({ ...choice, within: event.target.value })}
              />
              <span id={`${id}-within`} className={styles['help']}>
                adds repeats until the 95 % interval is this near the median, 30 at most
              </span>
            </label>
            <label className={styles['field']}>
              <span className={styles['name']}>Other settings</span>
              <textarea
                className={styles['settings']}
                rows={2}
                spellCheck={false}
                placeholder="path=value"
                aria-describedby={`${id}-help`}
                value={choice.settings}
                onChange={(event) => setChoice({ ...choice, settings: event.target.value })}
              />
              <span id={`${id}-help`} className={styles['help']}>
                one on each line, for every item: conditions.pinning=compact
              </span>
            </label>
          </div>
          <div className={styles['launch']}>
            <Button type="submit" variant="primary" aria-disabled={problem !== '' || launch.isPending}>
              {launch.isPending ? 'Launching …' : 'Run the suite'}
            </Button>
            {problem !== '' ? (
              <p className={styles['error']} role="alert">
                {problem}
              </p>
            ) : failure !== null ? (
              <div className={styles['error']} role="alert">
                <ErrorSentences error={failure} />
              </div>
            ) : (
              <Comes check={asked.data} typical_s={isAsShipped(suite, choice) ? (variant?.typical_s ?? null) : null} />
            )}
          </div>
        </form>
      </Card>
      <Card title="The same, elsewhere" tools={<CopyButton text={command} />}>
        <pre className={styles['code']}>{command}</pre>
      </Card>
    </>
  )
}

interface ComesProps {
  check: SweepCheck | undefined
  /** What the chosen size takes on two cores, in seconds; null if not all of it is run as it ships. */
  typical_s: number | null
}

function Comes({ check, typical_s }: ComesProps) {
  if (check === undefined) return <p className={styles['count']}>Counting …</p>
  return (
    <p className={styles['count']} aria-live="polite">
      <strong>{plural(check.runs, 'run')}</strong>, {plural(check.repeats, 'launch', 'launches')} in all.{' '}
      {check.estimate_s !== null ? (
        <>
          Takes <strong>{formatEstimate(check.estimate_s)}</strong>, judging by earlier runs
          {check.estimated_cells < check.runs ? ` like ${check.estimated_cells} of them` : ''}.
        </>
      ) : typical_s !== null ? (
        <>
          Takes about <strong>{formatSpan(typical_s)}</strong> on two cores; no similar run has ended here yet.
        </>
      ) : (
        'The time is unknown: no similar run has ended yet.'
      )}
    </p>
  )
}
