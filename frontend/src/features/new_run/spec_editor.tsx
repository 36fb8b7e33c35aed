import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import { calls } from '@/api/calls'
import { ApiError } from '@/api/client'
import type { FieldError } from '@/api/contracts'
import { queries } from '@/api/queries'
import { Button } from '@/components/button'
import { ErrorNotice } from '@/components/notice'
import type { NewRunBody } from '@/lib/document/commands'
import { getAt, parsePath, sameJson, type Json } from '@/lib/document/json'
import { withDefaults, type Field, type ObjectNode } from '@/lib/document/model'
import { overridesBetween } from '@/lib/document/overrides'
import { validate, type DocumentError } from '@/lib/document/validate'
import { randomKey } from '@/lib/idempotency'
import { useShortcuts } from '@/lib/shortcuts/shortcuts'
import { termLabel } from '@/lib/terms'
import { useFleet } from '@/lib/use_fleet'
import { useDraft } from './draft'
import { FormProvider } from './form/form_context'
import { FieldGrid, KindField, NodeField } from './form/node_field'
import { Section } from './form/section'
import { ImportDialog } from './import_dialog'
import { focusField, LaunchBar } from './launch_bar'
import styles from './new_run.module.css'
import type { Origin } from './origin'
import { PlacementField } from './placement_field'
import { PreviewPanel } from './preview_panel'
import { SameElsewhere } from './same_elsewhere'
import { useSpecCheck } from './use_spec_check'

/** The most settings that the interface takes beside a preset. */
const SETTINGS_MAX = 200

function bodyOf(origin: Origin, model: ObjectNode, spec: Json): NewRunBody {
  if (origin.preset !== null) {
    const set = overridesBetween(model, origin.spec, spec)
    if (set.length <= SETTINGS_MAX) return { preset: origin.preset, set }
  }
  return { spec }
}

/** The form over one draft, its preview, and the launch. */
export function SpecEditor({ origin, model }: { origin: Origin; model: ObjectNode }) {
  const draft = useDraft(origin)
  const { document } = draft
  const fleet = useFleet()
  const navigate = useNavigate()
  const query_client = useQueryClient()
  const [importing, setImporting] = useState(false)
  const [refused, setRefused] = useState<{ document: unknown; errors: readonly FieldError[] } | null>(null)
  const attempt = useRef<{ text: string; key: string } | null>(null)

  const local = useMemo(() => validate(model, document), [model, document])
  const body = useMemo(
    () => (local.length === 0 ? bodyOf(origin, model, document) : null),
    [local, origin, model, document],
  )
  const fleet_state = fleet.nodes.map((node) => `${node.name}:${node.state}`).join(' ')
  const checked = useSpecCheck(body, fleet_state)
  const errors: readonly DocumentError[] =
    local.length > 0 ? local : refused?.document === document ? refused.errors : checked.errors

  const launch = useMutation({
    mutationFn: (given: { body: NewRunBody; key: string }) => calls.createRun(given.body, given.key),
    onSuccess: (run) => {
      attempt.current = null
      query_client.setQueryData(queries.run(run.summary.id).queryKey, run)
      void query_client.invalidateQueries({ queryKey: ['runs', 'list'] })
      void navigate({ to: '/runs/$id', params: { id: run.summary.id } })
    },
    onError: (error) => {
      if (error instanceof ApiError && error.problem !== null && error.problem.errors.length > 0) {
        setRefused({ document, errors: error.problem.errors })
      }
    },
  })
  const start = () => {
    if (launch.isPending) return
    const first = errors[0]
    if (body === null || first !== undefined) {
      if (first !== undefined) focusField(first.field)
      return
    }
    const text = JSON.stringify(body)
    // A launch whose answer was lost is sent again under its own key, and so never makes a second run.
    if (attempt.current?.text !== text) attempt.current = { text, key: randomKey() }
    launch.mutate({ body, key: attempt.current.key })
  }
  useShortcuts([{ keys: 'Mod+Enter', label: 'Launch run', group: 'New run', run: start }])

  const field = (key: string) => model.fields.filter((candidate) => candidate.key === key)
  const basics = ['name', 'repeats', 'tags', 'seed', 'note']
  const placed_apart = new Set([...basics, 'workload', 'placement', 'schema_version'])
  const changed = !sameJson(document, origin.spec)
  return (
    <FormProvider document={document} origin={origin.spec} errors={errors} set={draft.set}>
      <div className={styles['editor']}>
        <form
          className={styles['form']}
          aria-label="Run"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            start()
          }}
        >
          <Section title="Run" subtitle="what it is for, and how often" paths={basics.map((key) => [key])}>
            <FieldGrid fields={basics.flatMap(field)} path={[]} />
          </Section>
          {field('workload').map((part) => (
            <WorkloadSection key={part.key} field={part} kind={getAt(document, ['workload', 'kind'])} />
          ))}
          {field('placement').map((part) => (
            <Section key={part.key} title={part.title} subtitle="which nodes take part" paths={[['placement']]}>
              <PlacementField field={part} nodes={fleet.nodes} placed={checked.check?.nodes ?? []} />
            </Section>
          ))}
          {model.fields
            .filter((part) => !placed_apart.has(part.key))
            .map((part) => (
              <OtherSection key={part.key} field={part} />
            ))}
        </form>
        <div className={styles['side']}>
          <LaunchBar
            errors={errors}
            checking={!checked.current}
            launching={launch.isPending}
            failure={launch.isError && refused?.document !== document ? launch.error : null}
            onLaunch={start}
            onLeaveOut={(path) => draft.set(parsePath(path), undefined)}
          />
          {checked.failure === null ? null : (
            <ErrorNotice title="What it would do is not known" error={checked.failure} onRetry={checked.retry} />
          )}
          <PreviewPanel check={checked.check} outdated={errors.length > 0} nodes={fleet.nodes} />
          <SameElsewhere body={body} spec={document} />
          <div>
            <Button small variant="quiet" onClick={() => setImporting(true)}>
              Paste a run as JSON
            </Button>{' '}
            {changed ? (
              <Button small variant="quiet" onClick={draft.reset}>
                Take all changes back
              </Button>
            ) : null}
          </div>
        </div>
      </div>
      {importing ? (
        <ImportDialog
          onClose={() => setImporting(false)}
          onImport={(spec) => draft.replace(withDefaults(model, spec))}
        />
      ) : null}
    </FormProvider>
  )
}

function WorkloadSection({ field, kind }: { field: Field; kind: unknown }) {
  const node = field.node.kind === 'union' ? field.node.members.find((member) => member.tag === kind)?.node : field.node
  const title = typeof kind === 'string' ? termLabel(kind) : field.title
  return (
    <Section title={`${field.title}: ${title}`} subtitle="" paths={[['workload']]}>
      {field.node.kind === 'union' ? (
        <KindField field={field} members={field.node.members} path={['workload']} />
      ) : null}
      {node?.kind === 'object' ? (
        <FieldGrid fields={node.fields} path={['workload']} />
      ) : (
        <NodeField field={field} path={['workload']} />
      )}
    </Section>
  )
}

function OtherSection({ field }: { field: Field }) {
  const { node } = field
  return (
    <Section title={field.title} subtitle={field.description} paths={[[field.key]]} folded>
      {node.kind === 'object' ? (
        <FieldGrid fields={node.fields} path={[field.key]} />
      ) : (
        <NodeField field={field} path={[field.key]} />
      )}
    </Section>
  )
}
