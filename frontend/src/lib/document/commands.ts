/** A new run as other tools take it: the same document as JSON, curl, command line and Python. Pure; the console's address is given. */
import type { Axis, Sweep } from '@/api/contracts'
import type { Json } from './json'

/** What is sent to create a run (`NewRun`): a preset with settings, or a whole spec. */
export type NewRunBody = { readonly preset: string; readonly set: readonly string[] } | { readonly spec: Json }

/** What is sent to create a sweep. */
export type SweepBody = Pick<Sweep, 'schema_version' | 'name' | 'axes' | 'combine' | 'interleaved'> & {
  readonly base: NewRunBody
}

/** As the command line takes it: `path=min:max:step` or `path=a,b,c`. */
export function axisText(axis: Axis): string {
  return axis.kind === 'range'
    ? `${axis.path}=${axis.min}:${axis.max}:${axis.step}`
    : `${axis.path}=${axis.values.join(',')}`
}

/** `orrery`: how the command line is called. `default_origin`: where it looks if nothing is said. */
export function sweepCommand(
  orrery: string,
  body: SweepBody,
  origin: string,
  default_origin = 'http://127.0.0.1:8000',
): string {
  const { base } = body
  const settings = 'preset' in base ? base.set : []
  const lines = [
    `${orrery} sweep ${'preset' in base ? shellQuote(base.preset) : '-'}`,
    ...body.axes.map((axis) => `--axis ${shellQuote(axisText(axis))}`),
    ...settings.map((setting) => `--set ${shellQuote(setting)}`),
    ...(body.combine === 'together' ? ['--together'] : []),
    ...(body.interleaved ? [] : ['--in-a-row']),
    `--name ${shellQuote(body.name)}`,
    ...(origin === default_origin ? [] : [`--url ${shellQuote(origin)}`]),
  ]
  const command = lines.join(' \\\n  ')
  return 'preset' in base ? command : `${command} <<'EOF'\n${pretty(base.spec)}\nEOF`
}

export function sweepCurl(body: SweepBody, origin: string): string {
  return curlOf(`${origin}/api/v1/sweeps`, body)
}

export function sweepPython(body: SweepBody, origin: string): string {
  return [
    'from orrery_client import Orrery',
    'from orrery_contracts.sweep import Sweep',
    '',
    `sweep = Sweep.model_validate_json(r'''\n${pretty(body).replaceAll("'", '\\u0027')}\n''')`,
    '',
    `with Orrery(${JSON.stringify(origin)}) as console:`,
    '    group = console.create_sweep(sweep)',
    '    for _ in console.follow_group(group.summary.id):',
    '        pass',
    '    for cell in console.group(group.summary.id).cells:',
    '        print(cell.label, [(metric.name, metric.median) for metric in cell.metrics[:2]])',
    '',
  ].join('\n')
}

/** For a POSIX shell. */
export function shellQuote(text: string): string {
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}

function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2)
}

/** See `sweepCommand`. */
export function cliCommand(
  orrery: string,
  body: NewRunBody,
  origin: string,
  default_origin = 'http://127.0.0.1:8000',
): string {
  const url = origin === default_origin ? '' : ` --url ${shellQuote(origin)}`
  if ('spec' in body) return `${orrery} run -${url} <<'EOF'\n${pretty(body.spec)}\nEOF`
  const settings = body.set.map((setting) => ` \\\n  --set ${shellQuote(setting)}`).join('')
  return `${orrery} run ${shellQuote(body.preset)}${url}${settings}`
}

export function curlCommand(body: NewRunBody, origin: string): string {
  return curlOf(`${origin}/api/v1/runs`, body)
}

function curlOf(url: string, body: unknown): string {
  return [
    `curl --fail-with-body ${shellQuote(url)}`,
    `  --header 'Content-Type: application/json'`,
    `  --data '${pretty(body).replaceAll("'", `'\\''`)}'`,
  ].join(' \\\n')
}

export function pythonCode(body: NewRunBody, origin: string): string {
  // A JSON text is a Python text too, but for the lone surrogates that JSON.stringify escapes in the same way.
  const created =
    'spec' in body
      ? `NewRun.model_validate_json(r'''\n${pretty(body).replaceAll("'", '\\u0027')}\n''')`
      : `NewRun(\n    preset=${JSON.stringify(body.preset)},\n    set=[${body.set.map((setting) => `\n        ${JSON.stringify(setting)},`).join('')}${body.set.length > 0 ? '\n    ' : ''}],\n)`
  return [
    'from orrery_client import Orrery',
    'from orrery_contracts.api import NewRun',
    '',
    `new_run = ${created}`,
    '',
    `with Orrery(${JSON.stringify(origin)}) as console:`,
    '    run = console.create_run(new_run)',
    '    run = console.wait(run.summary.id)',
    '    for metric in run.metrics:',
    '        print(metric.title, metric.median, metric.unit)',
    '',
  ].join('\n')
}

export function jsonText(body: NewRunBody | SweepBody, spec: Json): string {
  if ('axes' in body) return `${pretty(body)}\n`
  return `${pretty('spec' in body ? body.spec : spec)}\n`
}
