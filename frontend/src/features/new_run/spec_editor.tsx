import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '@/components/button'
import { HelpLink } from '@/components/help_link'
import { ErrorNotice } from '@/components/notice'
import type { NewRunBody, SweepBody } from '@/lib/document/commands'
import type { Sweep } from '@/api/contracts'
import { getAt, parsePath, sameJson, type Json } from '@/lib/document/json'
import { fieldLabel } from '@/lib/document/field_label'
import { withDefaults, type Field, type ObjectNode } from '@/lib/document/model'
import { overridesBetween } from '@/lib/document/overrides'
import { ownName } from '@/lib/document/own_name'
import { validate, type DocumentError } from '@/lib/document/validate'
import { plural } from '@/lib/format/number'
import { HELP, WORKLOAD_HELP } from '@/lib/help'
import { useShortcuts } from '@/lib/shortcuts/shortcuts'
import { termLabel } from '@/lib/terms'
import { useDebounced } from '@/lib/use_debounced'
import { useFleet } from '@/lib/use_fleet'
import { workloadFamily } from '../results/registry'
import { useDraft } from './draft'
import { draftAddress, type DraftAddress } from './draft_address'
import { FormProvider, isAtOrBelow } from './form/form_context'
import { missingOn } from './form/missing'
import { FieldGrid, KindField, NodeField } from './form/node_field'
import { Section } from './form/section'
import { WorkloadFields } from './form/workload_fields'
import { ImportDialog } from './import_dialog'
import { focusField, LaunchBar } from './launch_bar'
import styles from './new_run.module.css'
import type { Origin } from './origin'
import { PlacementField } from './placement_field'
import { PreviewPanel } from './preview_panel'
import { SameElsewhere } from './same_elsewhere'
import { atParameter, problemsOf, toAxis, type SweepDraft } from './sweep/axis_draft'
import { SweepPanel } from './sweep/sweep_panel'
import { useLaunch } from './use_launch'
import { useSpecCheck, useSweepCheck } from './use_spec_check'

/** The most settings that the interface takes beside a preset. */
const SETTINGS_MAX = 200

/** The address follows the form once it stands still. */
const ADDRESS_MS = 300

function bodyOf(origin: Origin, model: ObjectNode, spec: Json): NewRunBody {
  if (origin.preset !== null) {
    const set = overridesBetween(model, origin.spec, spec)
    if (set.length <= SETTINGS_MAX) return { preset: origin.preset, set }
  }
  return { spec }
}

/** What the form finds, and what the server finds of other fields. The server names the fields of a whole document below `spec`. */
function withTold(local: readonly DocumentError[], told: readonly DocumentError[]): readonly DocumentError[] {
  if (local.length === 0) return told
  const others = told
    .map((error) => ({ ...error, field: error.field.replace(/^spec\./, '') }))
    .filter((error) => local.every((own) => !isAtOrBelow(error.field, own.field)))
  return [...local, ...others]
}

/** Null while nothing varies. */
function sweepOf(base: NewRunBody | null, sweep: SweepDraft, name: Json | undefined): SweepBody | null {
  if (base === null || sweep.axes.length === 0) return null
  const { combine, interleaved } = sweep
  return {
    schema_version: 1,
    name: typeof name === 'string' && name !== '' ? name : 'Untitled sweep',
    base,
    axes: sweep.axes.map(toAxis),
    combine,
    interleaved,
  }
}

/** Another workload, or another form of a part, has other parameters: axes of what is not there now wait. */
function present(sweep: SweepDraft, document: Json): SweepDraft {
  return { ...sweep, axes: sweep.axes.filter((axis) => getAt(document, parsePath(axis.path)) !== undefined) }
}

/** The form over one draft, its preview, and the launch. */
export function SpecEditor({ origin, model }: { origin: Origin; model: ObjectNode }) {
  const navigate = useNavigate({ from: '/new' })
  const address = useSearch({ from: '/new' })
  const nameOf = useMemo(
    () => (origin.run === null ? null : (made: Json) => ownName(model, origin.spec, made)),
    [origin, model],
  )
  const draft = useDraft(origin, address, nameOf)
  const { document } = draft
  const { changes, sweep: varied } = useDebounced(
    useMemo(() => draftAddress(origin.spec, document, draft.sweep), [origin.spec, document, draft.sweep]),
    ADDRESS_MS,
  )
  const written = useRef<DraftAddress>(address)
  useEffect(() => {
    if (written.current.changes === changes && written.current.sweep === varied) return
    written.current = {
      ...(changes === undefined ? {} : { changes }),
      ...(varied === undefined ? {} : { sweep: varied }),
    }
    void navigate({
      search: ({ preset, from, family }) => ({
        ...(preset === undefined ? {} : { preset }),
        ...(from === undefined ? {} : { from }),
        ...(family === undefined ? {} : { family }),
        ...(changes === undefined ? {} : { changes }),
        ...(varied === undefined ? {} : { sweep: varied }),
      }),
      replace: true,
      resetScroll: false,
    })
  }, [navigate, changes, varied])
  const sweep = useMemo(() => present(draft.sweep, document), [draft.sweep, document])
  const fleet = useFleet()
  const launch = useLaunch(origin.key)
  const [importing, setImporting] = useState(false)
  const sweeps = sweep.axes.length > 0

  const local = useMemo(() => [...validate(model, document), ...problemsOf(sweep)], [model, document, sweep])
  const asked = useMemo(() => bodyOf(origin, model, document), [origin, model, document])
  const base = local.length === 0 ? asked : null
  const name = getAt(document, ['name'])
  const sweep_body = useMemo(() => sweepOf(base, sweep, name), [base, sweep, name])
  const body = sweeps ? sweep_body : base
  const missing = useMemo(() => missingOn(fleet.nodes), [fleet.nodes])
  const fleet_state = fleet.nodes.map((node) => `${node.name}:${node.state}`).join(' ')
  // Also of a document with errors: the server knows what is wrong with its other parts.
  const base_checked = useSpecCheck(sweeps ? base : asked, fleet_state)
  const sweep_checked = useSweepCheck(sweep_body as Sweep | null, fleet_state)
  const checked = sweeps ? sweep_checked : base_checked
  const refused = body !== null && launch.refused?.text === JSON.stringify(body) ? launch.refused.errors : null
  const told = refused ?? checked.errors
  const errors: readonly DocumentError[] = useMemo(
    () => withTold(local, sweeps ? told.map((error) => atParameter(error, sweep.axes)) : told),
    [local, told, sweeps, sweep.axes],
  )

  const start = () => {
    const first = errors[0]
    if (body === null || first !== undefined) {
      if (first !== undefined) focusField(first.field)
      return
    }
    launch.start(body)
  }
  useShortcuts([{ keys: 'Mod+Enter', label: 'Launch run', group: 'New run', run: start }])

  const field = (key: string) => model.fields.filter((candidate) => candidate.key === key)
  const basics = ['name', 'repeats', 'tags', 'seed', 'note']
  const placed_apart = new Set([...basics, 'workload', 'placement', 'schema_version'])
  const changed = sweeps || !sameJson(document, origin.spec)
  const runs = sweep_checked.current ? sweep_checked.check?.runs : undefined
  return (
    <FormProvider
      document={document}
      origin={origin.spec}
      errors={errors}
      missing={missing}
      set={draft.set}
      axes={sweep.axes}
      setAxis={draft.setAxis}
    >
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
              <PlacementField field={part} nodes={fleet.nodes} placed={base_checked.check?.nodes ?? []} />
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
            what={sweeps ? `sweep${runs === undefined ? '' : ` of ${plural(runs, 'run')}`}` : 'run'}
            errors={errors}
            labelOf={(path) => fieldLabel(model, document, path)}
            checking={!checked.current}
            launching={launch.pending}
            failure={refused === null ? launch.error : null}
            onLaunch={start}
            onLeaveOut={(path) => draft.set(parsePath(path), undefined)}
          />
          {checked.failure === null ? null : (
            <ErrorNotice title="Preview unavailable" error={checked.failure} onRetry={checked.retry} />
          )}
          {sweeps ? (
            <SweepPanel
              sweep={sweep}
              onChange={draft.setSweep}
              check={sweep_checked.check}
              outdated={errors.length > 0}
            />
          ) : null}
          <PreviewPanel
            title={sweeps ? 'What one of its runs does' : 'What it will do'}
            check={base_checked.check}
            outdated={errors.length > 0}
            nodes={fleet.nodes}
          />
          <SameElsewhere body={body} spec={document} />
          <div>
            <Button small variant="quiet" onClick={() => setImporting(true)}>
              Paste a run as JSON
            </Button>{' '}
            {changed ? (
              <Button small variant="quiet" onClick={draft.reset}>
                Reset all changes
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
  const help = Object.entries(WORKLOAD_HELP).find(([workload]) => workload === kind)?.[1]
  return (
    <Section title={`${field.title}: ${title}`} subtitle="" paths={[['workload']]}>
      {help === undefined ? null : (
        <div>
          <HelpLink help={help}>{`About ${title}`}</HelpLink>
        </div>
      )}
      {field.node.kind === 'union' ? (
        <KindField field={field} members={field.node.members} path={['workload']} familyOf={workloadFamily} />
      ) : null}
      {node?.kind === 'object' ? (
        <WorkloadFields key={title} fields={node.fields} kind={typeof kind === 'string' ? kind : ''} />
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
      {field.key === 'settling' ? (
        <div>
          <HelpLink help={HELP.settling} />
        </div>
      ) : null}
      {node.kind === 'object' ? (
        <FieldGrid fields={node.fields} path={[field.key]} />
      ) : (
        <NodeField field={field} path={[field.key]} />
      )}
    </Section>
  )
}
