import { useQueryClient } from '@tanstack/react-query'
import { answer, api, ofGroup } from '@/api/client'
import type { GroupDocument } from '@/api/contracts'
import { queries } from '@/api/queries'
import { Button } from '@/components/button'
import { useDialogHost } from '@/components/dialog_host'
import { EditLabelsDialog, type Labels } from '../results/edit_labels'

function labelsOf({ summary }: GroupDocument): Labels {
  return { name: summary.title, note: summary.note, tags: summary.tags.join(', ') }
}

/** Edits name, note and tags of a sweep or suite. */
export function EditGroupButton({ group }: { group: GroupDocument }) {
  const show = useDialogHost()
  return <Button onClick={() => show((close) => <EditGroupDialog group={group} onClose={close} />)}>Edit</Button>
}

function EditGroupDialog({ group, onClose }: { group: GroupDocument; onClose: () => void }) {
  const client = useQueryClient()
  const { id, kind, number } = group.summary
  return (
    <EditLabelsDialog
      what={`${kind} ${number}`}
      tagsHelp={`Separated by commas. All runs of the ${kind} get or lose a tag too.`}
      document={group}
      labelsOf={labelsOf}
      load={async () => {
        const { data, response } = await api.GET('/api/v1/groups/{group}', { ...ofGroup(id), cache: 'no-store' })
        return { document: data as GroupDocument, etag: response.headers.get('etag') }
      }}
      patch={(etag, body) =>
        answer(
          api.PATCH('/api/v1/groups/{group}', { params: { path: { group: id }, header: { 'if-match': etag } }, body }),
        )
      }
      onSaved={(changed) => {
        client.setQueryData(queries.group(id).queryKey, changed)
        void client.invalidateQueries({ queryKey: ['runs', 'list'] })
        void client.invalidateQueries({ queryKey: ['groups', 'list'] })
      }}
      onClose={onClose}
    />
  )
}
