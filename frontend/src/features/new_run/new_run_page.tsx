import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { queries } from '@/api/queries'
import { ErrorNotice } from '@/components/notice'
import { PageHeader } from '@/components/page_header'
import { buildModel, type ObjectNode } from '@/lib/document/model'
import { HELP } from '@/lib/help'
import { forgetDraft } from './draft'
import { presetKey, useOrigin } from './origin'
import { PresetChooser } from './preset_chooser'
import { SpecEditor } from './spec_editor'

interface ModelState {
  readonly model: ObjectNode | null
  readonly error: Error | null
}

function useModel(): ModelState & { retry: () => void } {
  const schema = useQuery(queries.runSpecSchema())
  const built = useMemo<ModelState>(() => {
    if (schema.data === undefined) return { model: null, error: schema.error }
    try {
      return { model: buildModel(schema.data), error: null }
    } catch (error) {
      return { model: null, error: error instanceof Error ? error : new Error(String(error)) }
    }
  }, [schema.data, schema.error])
  return { ...built, retry: () => void schema.refetch() }
}

/** Choose a start, change what matters, see what it would do, launch. */
export function NewRunPage() {
  const search = useSearch({ from: '/new' })
  const { model, error, retry } = useModel()
  const origin = useOrigin(search, model)
  const [chosen, setChosen] = useState(0)
  return (
    <>
      <PageHeader
        title="New run"
        help={HELP.new_run}
        lead="Choose a start, change what matters, and see what it will do before it is launched."
      />
      <PresetChooser
        search={search}
        words={origin.state === 'ready' ? origin.origin.words : null}
        onChoose={(preset) => {
          forgetDraft(presetKey(preset))
          setChosen((count) => count + 1)
        }}
      />
      {error === null ? null : <ErrorNotice title="The form cannot be made" error={error} onRetry={retry} />}
      {origin.state === 'failed' ? (
        <ErrorNotice title={origin.title} error={origin.error} onRetry={origin.retry} />
      ) : origin.state === 'ready' && model !== null ? (
        <SpecEditor key={`${origin.origin.key} ${chosen}`} origin={origin.origin} model={model} />
      ) : null}
    </>
  )
}
