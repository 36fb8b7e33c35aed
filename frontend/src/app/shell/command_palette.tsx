import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { queries } from '@/api/queries'
import { Icon, type IconName } from '@/components/icon'
import { classNames } from '@/lib/class_names'
import { useTopic } from '@/lib/stream'
import { useMay } from '@/lib/use_may'
import { useTheme } from '@/lib/theme/use_theme'
import styles from './command_palette.module.css'
import { usePages } from './pages'
import { rankMatches } from './palette_match'

interface Command {
  readonly key: string
  readonly label: string
  readonly hint: string
  readonly icon: IconName
  readonly run: () => void
}

const MOST_SHOWN = 60
const RECENT_RUNS = 30

function useCommands(): readonly Command[] {
  const navigate = useNavigate()
  const presets = useQuery(queries.presets())
  const suites = useQuery(queries.suites())
  const runs = useTopic('runs')
  const pages = usePages()
  const may_operate = useMay('operator')
  const { choose } = useTheme()
  return useMemo<readonly Command[]>(
    () => [
      ...pages.map(({ to, label, icon }) => ({
        key: to,
        label,
        hint: 'page',
        icon,
        run: () => void navigate({ to }),
      })),
      ...(may_operate ? (presets.data?.items ?? []) : []).map((preset) => ({
        key: `preset ${preset.name}`,
        label: `New run: ${preset.title}`,
        hint: preset.name,
        icon: 'plus' as const,
        run: () => void navigate({ to: '/new', search: { preset: preset.name } }),
      })),
      ...(suites.data?.items ?? []).map((suite) => ({
        key: `suite ${suite.name}`,
        label: `Suite: ${suite.title}`,
        hint: suite.name,
        icon: 'suites' as const,
        run: () => void navigate({ to: '/suites/$name', params: { name: suite.name } }),
      })),
      ...[...runs.groups.values()]
        .toSorted((a, b) => b.created_at.localeCompare(a.created_at))
        .slice(0, RECENT_RUNS)
        .map((group) => ({
          key: `group ${group.id}`,
          label: `${group.kind === 'suite' ? 'Suite run' : 'Sweep'} ${group.number}: ${group.title}`,
          hint: group.state,
          icon: 'runs' as const,
          run: () => void navigate({ to: '/groups/$id', params: { id: group.id } }),
        })),
      ...runs.items.slice(0, RECENT_RUNS).map((run) => ({
        key: `run ${run.id}`,
        label: `Run ${run.number}: ${run.name}`,
        hint: run.state,
        icon: 'runs' as const,
        run: () => void navigate({ to: '/runs/$id', params: { id: run.id } }),
      })),
      ...(['light', 'dark', 'system'] as const).map((theme) => ({
        key: `theme ${theme}`,
        label: theme === 'system' ? "Theme: the system's" : `Theme: ${theme}`,
        hint: 'theme',
        icon: 'settings' as const,
        run: () => choose(theme),
      })),
    ],
    [navigate, pages, may_operate, presets.data, suites.data, runs.items, runs.groups, choose],
  )
}

/** Everything by name: pages, presets, suites, recent sweeps and runs. A combobox over a list; arrows move, Enter does. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const commands = useCommands()
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState(0)
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const found = useMemo(
    () => rankMatches(query, commands, ({ label, hint }) => `${label} ${hint}`).slice(0, MOST_SHOWN),
    [query, commands],
  )
  const at = Math.min(chosen, found.length - 1)

  useEffect(() => {
    const element = dialog.current
    if (element === null) return
    element.showModal()
    return () => element.close()
  }, [])
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' })
  }, [at])

  const perform = (command: Command | undefined) => {
    if (command === undefined) return
    onClose()
    command.run()
  }
  const onKeyDown = (event: React.KeyboardEvent) => {
    const moves: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }
    const move = moves[event.key]
    if (move !== undefined) {
      event.preventDefault()
      const last = found.length - 1
      const next = at + move
      setChosen(Math.abs(move) === 1 ? (next < 0 ? last : next > last ? 0 : next) : Math.min(last, Math.max(0, next)))
    } else if (event.key === 'Enter') {
      event.preventDefault()
      perform(found[at])
    }
  }
  return (
    // The click outside is a convenience beside Escape.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={styles['palette']}
      aria-label="Command palette"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose()
      }}
    >
      <div className={styles['field']}>
        <Icon name="search" />
        <input
          role="combobox"
          aria-label="Go to a page, a preset, a suite or a run"
          aria-expanded="true"
          aria-controls={id}
          aria-activedescendant={found.length > 0 ? `${id}-${at}` : undefined}
          placeholder="Go to a page, a preset, a suite or a run"
          value={query}
          onChange={(event) => {
            setQuery(event.target.value)
            setChosen(0)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <ul ref={list} id={id} role="listbox" aria-label="Commands" className={styles['list']}>
        {found.map((command, index) => (
          // Keys are handled by the field, which keeps the focus.
          // eslint-disable-next-line jsx-a11y/click-events-have-key-events
          <li
            key={command.key}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            className={classNames(styles['option'], index === at && styles['chosen'])}
            onPointerMove={() => setChosen(index)}
            onClick={() => perform(command)}
          >
            <Icon name={command.icon} />
            <span className={styles['label']}>{command.label}</span>
            <small>{command.hint}</small>
          </li>
        ))}
      </ul>
      {found.length === 0 ? (
        <p className={styles['none']}>Nothing is called “{query}”. Older runs are found on the page Runs.</p>
      ) : null}
    </dialog>
  )
}
