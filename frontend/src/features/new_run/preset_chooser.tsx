import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Preset } from '@/api/contracts'
import { queries } from '@/api/queries'
import { workload_families } from '@/api/workloads'
import { Button } from '@/components/button'
import { ErrorNotice } from '@/components/notice'
import { Segmented } from '@/components/segmented'
import { plural } from '@/lib/format/number'
import { workloadChips, workloadFamily } from '../results/registry'
import type { NewRunSearch } from './new_run_search'
import styles from './preset_chooser.module.css'

/** What sets a preset apart, short: its nodes, what its workload says of itself, and its repeats. */
function presetWords({ spec }: Preset): string {
  const nodes = spec.placement.kind === 'fastest' ? spec.placement.count : spec.placement.names.length
  return [plural(nodes, 'node'), ...workloadChips(spec.workload), plural(spec.repeats, 'repeat')].join(' · ')
}

/** So many cards leave the form in sight. */
const SHOWN = 9

interface PresetChooserProps {
  search: NewRunSearch
  /** What the form starts from, as far as it is known. */
  words: string | null
  onChoose: (preset: string) => void
}

const familyOf = ({ spec }: Preset) => workloadFamily(spec.workload.kind)

/** Presets as cards, those of one family at a time; once one is chosen, a line that says which. */
export function PresetChooser({ search, words, onChoose }: PresetChooserProps) {
  const presets = useQuery(queries.presets())
  const started = search.preset !== undefined || search.from !== undefined
  const [opened, setOpened] = useState(false)
  const [whole, setWhole] = useState(false)
  const navigate = useNavigate({ from: '/new' })
  if (started && !opened) {
    return (
      <div className={styles['line']}>
        <span>
          Starts from <strong>{words ?? search.preset ?? `run ${search.from ?? ''}`}</strong>
          {search.preset === undefined ? null : <code>{search.preset}</code>}
        </span>
        <Button small onClick={() => setOpened(true)}>
          Choose another start
        </Button>
      </div>
    )
  }
  const all = presets.data?.items ?? []
  const families = workload_families.filter((each) => all.some((preset) => familyOf(preset) === each))
  const chosen = all.find((preset) => preset.name === search.preset)
  const wanted = search.family ?? (chosen === undefined ? undefined : familyOf(chosen))
  const family = families.find((each) => each === wanted) ?? families[0]
  const members = all.filter((preset) => familyOf(preset) === family)
  // The chosen one is among those shown.
  const shown = members.filter((preset, index) => whole || index < SHOWN || preset === chosen)
  return (
    <section aria-label="Presets" className={styles['presets']}>
      {presets.isError ? (
        <ErrorNotice
          title="The presets cannot be loaded"
          error={presets.error}
          onRetry={() => void presets.refetch()}
        />
      ) : null}
      {family === undefined ? null : (
        <div className={styles['families']}>
          <Segmented
            label="Presets of"
            value={family}
            options={families.map((each) => ({ value: each, label: each }))}
            onChange={(next) =>
              void navigate({ search: (now) => ({ ...now, family: next }), replace: true, resetScroll: false })
            }
          />
          {members.length > SHOWN ? (
            <Button small variant="quiet" aria-expanded={whole} onClick={() => setWhole(!whole)}>
              {whole ? 'Show fewer' : `Show all ${members.length}`}
            </Button>
          ) : null}
        </div>
      )}
      <ul className={styles['grid']}>
        {shown.map((preset) => (
          <li
            key={preset.name}
            className={styles['card']}
            data-chosen={search.preset === preset.name ? true : undefined}
          >
            <Link
              to="/new"
              search={{ preset: preset.name }}
              className={styles['title']}
              aria-current={search.preset === preset.name ? 'true' : undefined}
              onClick={() => {
                setOpened(false)
                onChoose(preset.name)
              }}
            >
              {preset.title}
            </Link>
            <p className={styles['summary']} title={preset.summary}>
              {preset.summary}
            </p>
            <span className={styles['facts']} title={presetWords(preset)}>
              {presetWords(preset)}
            </span>
            {preset.source === '' ? null : (
              <span className={styles['source']} title={`The study that it follows: ${preset.source}`}>
                {preset.source}
              </span>
            )}
          </li>
        ))}
      </ul>
      {started ? (
        <Button small variant="quiet" className={styles['keep']} onClick={() => setOpened(false)}>
          Keep the present start
        </Button>
      ) : null}
      <p className={styles['hint']}>
        Or start from any run: open it and choose “Change and run”. Below are the defaults, if you would rather begin
        blank.
      </p>
    </section>
  )
}
