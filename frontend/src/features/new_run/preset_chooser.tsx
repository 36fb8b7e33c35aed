import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Preset } from '@/api/contracts'
import { queries } from '@/api/queries'
import { Button } from '@/components/button'
import { Chip } from '@/components/chip'
import { ErrorNotice } from '@/components/notice'
import { plural } from '@/lib/format/number'
import { workloadChips } from '../results/registry'
import type { NewRunSearch } from './new_run_search'
import styles from './preset_chooser.module.css'

/** What sets a preset apart, short: its nodes, what its workload says of itself, and its repeats. */
function presetChips({ spec }: Preset): string[] {
  const nodes = spec.placement.kind === 'fastest' ? spec.placement.count : spec.placement.names.length
  return [plural(nodes, 'node'), ...workloadChips(spec.workload), plural(spec.repeats, 'repeat')]
}

interface PresetChooserProps {
  search: NewRunSearch
  /** What the form starts from, as far as it is known. */
  words: string | null
  onChoose: (preset: string) => void
}

/** Presets as cards; once one is chosen, a line that says which. */
export function PresetChooser({ search, words, onChoose }: PresetChooserProps) {
  const presets = useQuery(queries.presets())
  const started = search.preset !== undefined || search.from !== undefined
  const [opened, setOpened] = useState(false)
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
  return (
    <section aria-label="Presets" className={styles['presets']}>
      {presets.isError ? (
        <ErrorNotice
          title="The presets cannot be loaded"
          error={presets.error}
          onRetry={() => void presets.refetch()}
        />
      ) : null}
      <ul className={styles['grid']}>
        {(presets.data?.items ?? []).map((preset) => (
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
            <p className={styles['summary']}>
              {preset.summary}
              {preset.source === '' ? null : (
                <span className={styles['source']} title="The study that it follows">
                  {preset.source}
                </span>
              )}
            </p>
            <span className={styles['chips']}>
              {presetChips(preset).map((chip) => (
                <Chip key={chip}>{chip}</Chip>
              ))}
            </span>
          </li>
        ))}
      </ul>
      {started ? (
        <Button small variant="quiet" className={styles['keep']} onClick={() => setOpened(false)}>
          Keep the present start
        </Button>
      ) : null}
      <p className={styles['hint']}>
        Or start from any run: open it and choose “New run from this”. Below are the defaults, if you would rather begin
        blank.
      </p>
    </section>
  )
}
