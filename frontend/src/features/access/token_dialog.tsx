import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '@/api/client'
import type { NewToken } from '@/api/contracts'
import { Button } from '@/components/button'
import { CopyButton } from '@/components/copy_button'
import { Dialog } from '@/components/dialog'
import { DialogForm, Field } from '@/components/form'
import styles from './access.module.css'
import { ScopeSelect } from './scope_select'

const SCOPES = ['agent', 'viewer', 'operator', 'admin'] as const

export function TokenDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [scope, setScope] = useState<NewToken['scope']>('operator')
  const [node, setNode] = useState('')
  const [days, setDays] = useState('90')
  const make = useMutation({
    mutationFn: () =>
      answer(
        api.POST('/api/v1/tokens', {
          body: {
            name: name.trim().toLowerCase(),
            scope,
            node: scope === 'agent' && node.trim() !== '' ? node.trim() : null,
            days: days === '' ? null : Number(days),
          },
        }),
      ),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['tokens'] })
    },
  })
  if (make.isSuccess) {
    const close = () => {
      onClose()
      void client.invalidateQueries({ queryKey: ['session'] })
    }
    return (
      <Dialog title={`Token ${make.data.token.name}`} onClose={close} actions={<Button onClick={close}>Done</Button>}>
        <p>Copy the secret now. The console keeps only its digest and cannot show it again.</p>
        <div className={styles['secret']}>
          <code>{make.data.secret}</code>
          <CopyButton text={make.data.secret} label="Copy secret" />
        </div>
      </Dialog>
    )
  }
  return (
    <Dialog title="Make token" onClose={onClose}>
      <DialogForm
        submit="Make token"
        busy={make.isPending}
        error={make.error}
        onSubmit={() => make.mutate()}
        onCancel={onClose}
      >
        <Field label="Name">
          <input value={name} autoComplete="off" required onChange={(event) => setName(event.target.value)} />
        </Field>
        <Field label="Scope">
          <ScopeSelect value={scope} scopes={SCOPES} onChange={setScope} />
        </Field>
        {scope === 'agent' ? (
          <Field
            label="Node"
            help="The only node that may join, or a prefix ending in “-”. Empty: every node that is not lent."
          >
            <input value={node} autoComplete="off" onChange={(event) => setNode(event.target.value)} />
          </Field>
        ) : null}
        <Field label="Days until it expires" help="Empty: it does not expire.">
          <input
            type="number"
            min={1}
            max={3650}
            step={1}
            value={days}
            onChange={(event) => setDays(event.target.value)}
          />
        </Field>
      </DialogForm>
    </Dialog>
  )
}
