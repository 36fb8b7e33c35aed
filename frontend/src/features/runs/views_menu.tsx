import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { answer, api } from '@/api/client'
import type { View } from '@/api/contracts'
import { queries } from '@/api/queries'
import { Button } from '@/components/button'
import { ErrorSentences } from '@/components/error_sentences'
import { ForScope } from '@/components/for_scope'
import { Popover } from '@/components/popover'
import { SLUG_PATTERN, SLUG_RULE } from '@/lib/slug'
import { parseRunsSearch, type RunsSearch } from './runs_search'
import styles from './views_menu.module.css'

/** Saved views: filters, columns and order of this list under a name. */
export function ViewsMenu({ search }: { search: RunsSearch }) {
  const views = useQuery(queries.views())
  const items = views.data?.items ?? []
  const query = new URLSearchParams(Object.entries(search)).toString()
  return (
    <Popover label="Views" small>
      <div className={styles['menu']}>
        {views.error !== null ? (
          <div role="alert">
            <ErrorSentences error={views.error} />
          </div>
        ) : items.length === 0 ? (
          <p className={styles['none']}>No saved views.</p>
        ) : (
          <ul>
            {items.map((view) => (
              <ViewRow key={view.name} view={view} />
            ))}
          </ul>
        )}
        <ForScope scope="operator">
          <SaveForm query={query} names={items.map(({ name }) => name)} />
        </ForScope>
      </div>
    </Popover>
  )
}

function useViewChange<Given>(change: (given: Given) => Promise<unknown>, done: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: queries.views().queryKey })
      done()
    },
  })
}

function ViewRow({ view: { name, query, author } }: { view: View }) {
  const [renames, setRenames] = useState(false)
  const path = { params: { path: { name } } }
  const remove = useViewChange(
    () => answer(api.DELETE('/api/v1/views/{name}', path)),
    () => undefined,
  )
  const rename = useViewChange(
    (next: string) => answer(api.POST('/api/v1/views/{name}/rename', { ...path, body: { name: next } })),
    () => setRenames(false),
  )
  const error = remove.error ?? rename.error
  return (
    <li>
      {renames ? (
        <NameForm
          label={`New name of ${name}`}
          submit="Rename"
          start={name}
          error={error}
          busy={rename.isPending}
          onSubmit={(next) => rename.mutate(next)}
          onCancel={() => setRenames(false)}
        />
      ) : (
        <div className={styles['row']}>
          <Link
            to="/runs"
            search={parseRunsSearch(Object.fromEntries(new URLSearchParams(query)))}
            activeOptions={{ exact: true }}
            title={author === '' ? undefined : `Saved by ${author}`}
          >
            {name}
          </Link>
          <ForScope scope="operator">
            <Button small variant="quiet" aria-label={`Rename the view ${name}`} onClick={() => setRenames(true)}>
              Rename
            </Button>
            <Button
              small
              variant="quiet"
              icon="trash"
              aria-label={`Delete the view ${name}`}
              disabled={remove.isPending}
              onClick={() => remove.mutate(undefined)}
            />
          </ForScope>
        </div>
      )}
    </li>
  )
}

function SaveForm({ query, names }: { query: string; names: readonly string[] }) {
  const [saved, setSaved] = useState(0)
  const save = useViewChange(
    (name: string) => answer(api.PUT('/api/v1/views/{name}', { params: { path: { name } }, body: { query } })),
    () => setSaved((now) => now + 1),
  )
  return (
    <NameForm
      // Empty again once it is saved.
      key={saved}
      label="Save this view as"
      submit="Save"
      start=""
      replaces={names}
      error={save.error}
      busy={save.isPending}
      onSubmit={(name) => save.mutate(name)}
    />
  )
}

interface NameFormProps {
  label: string
  submit: string
  start: string
  /** Views that a name replaces. */
  replaces?: readonly string[]
  error: Error | null
  busy: boolean
  onSubmit: (name: string) => void
  /** Of a form that was opened by a button; it takes the focus. */
  onCancel?: () => void
}

function NameForm({ label, submit, start, replaces = [], error, busy, onSubmit, onCancel }: NameFormProps) {
  const [name, setName] = useState(start)
  const field = useRef<HTMLInputElement>(null)
  const was_opened = onCancel !== undefined
  useEffect(() => {
    if (was_opened) field.current?.focus()
  }, [was_opened])
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) onSubmit(name)
      }}
    >
      <label>
        {label}
        <input
          ref={field}
          required
          pattern={SLUG_PATTERN}
          title={SLUG_RULE}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </label>
      <Button small type="submit" disabled={busy}>
        {replaces.includes(name) ? 'Replace' : submit}
      </Button>
      {onCancel === undefined ? null : (
        <Button small variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      )}
      {error === null ? null : (
        <div role="alert" className={styles['bad']}>
          <ErrorSentences error={error} />
        </div>
      )}
    </form>
  )
}
