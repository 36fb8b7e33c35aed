import { useQueryClient } from '@tanstack/react-query'
import { answer, api, ofRun } from '@/api/client'
import type { RunDocument } from '@/api/contracts'
import { Button } from '@/components/button'
import { useDialogHost } from '@/components/dialog_host'
import { EditLabelsDialog, type Labels } from './edit_labels'

function labelsOf({ summary, spec }: RunDocument): Labels {
  return { name: summary.name, note: spec.note, tags: summary.tags.join(', ') }
}

/** Edits name, note and tags of a run. */
export function EditRunButton({ run }: { run: RunDocument }) {
  const show = useDialogHost()
  return <Button onClick={() => show((close) => <EditRunDialog run={run} onClose={close} />)}>Edit</Button>
}

function EditRunDialog({ run, onClose }: { run: RunDocument; onClose: () => void }) {
  const client = useQueryClient()
  const { id, number } = run.summary
  return (
    <EditLabelsDialog
      what={`run ${number}`}
      tagsHelp="Separated by commas. Runs with a tag are never deleted by age."
      document={run}
      labelsOf={labelsOf}
      load={async () => {
        const { data, response } = await api.GET('/api/v1/runs/{run}', { ...ofRun(id), cache: 'no-store' })
        return { document: data as RunDocument, etag: response.headers.get('etag') }
      }}
      patch={(etag, body) =>
        answer(api.PATCH('/api/v1/runs/{run}', { params: { path: { run: id }, header: { 'if-match': etag } }, body }))
      }
      onSaved={(changed) => {
        client.setQueriesData<RunDocument>({ queryKey: ['runs', 'one'] }, (known) =>
          known?.summary.id === changed.summary.id ? changed : known,
        )
        void client.invalidateQueries({ queryKey: ['runs', 'list'] })
      }}
      onClose={onClose}
    />
  )
}
