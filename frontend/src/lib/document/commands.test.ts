import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cliCommand, curlCommand, pythonCode, shellQuote, sweepCommand, type SweepBody } from './commands'

const nasty = { spec: { name: `it's "quoted" \\ $HOME \`id\` \u00e9\n`, tags: ['a'] } }

describe('commands', () => {
  it('quote for a shell so that it gives the text back', () => {
    fc.assert(
      fc.property(
        fc.string().filter((text) => !text.includes('\u0000')),
        (text) => {
          expect(execFileSync('sh', ['-c', `printf %s ${shellQuote(text)}`]).toString()).toBe(text)
        },
      ),
      { numRuns: 25 },
    )
  })

  it('name a preset and what differs from it', () => {
    const body = { preset: 'universe-two-nodes', set: ['workload.managers=2', 'name=Two managers'] }
    expect(cliCommand('./orrery', body, 'http://127.0.0.1:8000')).toBe(
      "./orrery run universe-two-nodes \\\n  --set workload.managers=2 \\\n  --set 'name=Two managers'",
    )
    expect(cliCommand('./orrery', body, 'https://orrery.example')).toContain('--url https://orrery.example')
  })

  it('carry a whole spec unharmed through a shell', () => {
    const printed = curlCommand(nasty, 'http://x').replace(/^curl/, "printf '%s\\n'")
    const data = execFileSync('sh', ['-c', printed]).toString().split('--data\n')[1] ?? ''
    expect(JSON.parse(data)).toEqual(nasty)
    const heredoc = cliCommand('./orrery', nasty, 'http://127.0.0.1:8000').replace('./orrery run -', 'cat')
    expect(JSON.parse(execFileSync('sh', ['-c', heredoc]).toString())).toEqual(nasty.spec)
  })

  it('are Python that says the same', () => {
    const script = (code: string) => execFileSync('python3', ['-c', `import json,sys\n${code}`]).toString()
    const head =
      'class NewRun:\n  model_validate_json=staticmethod(lambda t: json.loads(t))\n  def __init__(s,**k): s.k=k\n'
    const body = (code: string) => code.split('\n').slice(2).join('\n').split('\nwith')[0] ?? ''
    expect(JSON.parse(script(`${head}${body(pythonCode(nasty, 'http://x'))}\nprint(json.dumps(new_run))`))).toEqual(
      nasty,
    )
    const preset = { preset: 'p', set: ['name=it\'s "x"'] }
    expect(JSON.parse(script(`${head}${body(pythonCode(preset, 'http://x'))}\nprint(json.dumps(new_run.k))`))).toEqual(
      preset,
    )
  })

  it('carry a sweep through a shell, argument by argument', () => {
    const sweep: SweepBody = {
      schema_version: 1,
      name: "it's a sweep",
      base: { preset: 'p', set: ['name=$HOME'] },
      axes: [
        { kind: 'range', path: 'workload.managers', min: 0, max: 3, step: 1 },
        { kind: 'list', path: 'workload.process_model', values: ['pooled', 'process'] },
      ],
      combine: 'together',
      interleaved: false,
    }
    const words = (body: SweepBody) =>
      execFileSync('sh', ['-c', sweepCommand('./orrery', body, 'http://x').replace('./orrery', `printf '%s\\n'`)])
        .toString()
        .trim()
        .split('\n')
    const shared = [
      ...['--axis', 'workload.managers=0:3:1', '--axis', 'workload.process_model=pooled,process'],
      ...['--set', 'name=$HOME', '--together', '--in-a-row', '--name', "it's a sweep", '--url', 'http://x'],
    ]
    expect(words(sweep)).toEqual(['sweep', 'p', ...shared])
    const given = sweepCommand('./orrery', { ...sweep, base: nasty }, 'http://x').replace(/^[^<]*/, 'cat ')
    expect(JSON.parse(execFileSync('sh', ['-c', given]).toString())).toEqual(nasty.spec)
  })
})
