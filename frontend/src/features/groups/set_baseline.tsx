import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '@/api/client'
import type { GroupDocument } from '@/api/contracts'
import { queries } from '@/api/queries'
import { Dialog } from '@/components/dialog'
import { DialogForm, Field } from '@/components/form'
import { useToaster } from '@/components/toasts'

/** Asks for a name, and makes the results of a sweep or suite the baseline of that name. */
export function SetBaseline({ group, onClose }: { group: GroupDocument; onClose: () => void }) {
  const { id, kind, number } = group.summary
  const [name, setName] = useState('main')
  const client = useQueryClient()
  const toaster = useToaster()
  const set = useMutation({
    mutationFn: () =>
      answer(api.PUT('/api/v1/baselines/{name}', { params: { path: { name: name.trim() } }, body: { group: id } })),
    onSuccess: (made) => {
      void client.invalidateQueries({ queryKey: queries.baselines().queryKey })
      toaster.say(`Baseline ${made.name} is ${kind} ${number}`)
      onClose()
    },
  })
  return (
    <Dialog title={`Set ${kind} ${number} as baseline`} onClose={onClose}>
      <DialogForm
        submit="Set baseline"
        busy={set.isPending}
        error={set.error}
        onSubmit={() => set.mutate()}
        onCancel={onClose}
      >
        <Field label="Name" help="Small letters, digits, '.', '_' and '-'. Replaces the baseline of that name.">
          <input value={name} onChange={(event) => setName(event.target.value)} required maxLength={63} />
        </Field>
      </DialogForm>
    </Dialog>
  )
}
