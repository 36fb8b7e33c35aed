/** The contracts as tests read them: the schemas of all documents and the shared fixtures. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import jsonPatch, { type Operation } from 'fast-json-patch'
import type { Preset } from '@/api/contracts'

const root = path.join(import.meta.dirname, '../../..')
const fixtures = path.join(root, 'contracts/fixtures')
const bundleFile = path.join(root, 'build/contracts.json')

interface Bundle {
  $schema: string
  $defs: Record<string, object>
}

export interface Fixture {
  name: string
  text: string
}

export interface InvalidFixture extends Fixture {
  /** The kinds of fault that a language may report. */
  codes: string[]
  /** Where the fault is. */
  path: string
}

interface Case {
  name: string
  text?: string
  document?: unknown
  base?: string
  change?: Operation[]
  code: string | string[]
  path: string
}

function contractFile(...parts: string[]): unknown {
  return JSON.parse(readFileSync(path.join(root, 'contracts', ...parts), 'utf8'))
}

/** The presets in the console's order: what a newcomer should try stands first. */
export function presets(): Preset[] {
  const folder = 'orrery_contracts/presets'
  return readdirSync(path.join(root, 'contracts', folder))
    .filter((name) => name.endsWith('.json'))
    .map((name) => contractFile(folder, name) as Preset)
    .sort((a, b) => Number(b.name === 'universe-two-nodes') - Number(a.name === 'universe-two-nodes'))
}

/** Every document's schema under `$defs`; `make schema` writes the file. */
export function schemaBundle(): Bundle {
  if (!existsSync(bundleFile)) throw new Error(`${bundleFile} is missing; remedy: make schema`)
  return JSON.parse(readFileSync(bundleFile, 'utf8')) as Bundle
}

/** The schema of one document, as the console serves it. */
export function documentSchema(document: string): Record<string, unknown> {
  const { $defs } = schemaBundle()
  return { ...$defs[document], $defs }
}

/** Documents that have fixtures of a kind. */
export function documentsWith(kind: 'valid' | 'invalid'): string[] {
  return readdirSync(path.join(fixtures, kind)).map((name) => path.basename(name, '.json'))
}

/** What must be accepted as a document. */
export function validFixtures(document: string): Fixture[] {
  const folder = path.join(fixtures, 'valid', document)
  return readdirSync(folder).map((name) => ({
    name: path.basename(name, '.json'),
    text: readFileSync(path.join(folder, name), 'utf8'),
  }))
}

/** What must be refused as a document. */
export function invalidFixtures(document: string): InvalidFixture[] {
  const cases = contractFile('fixtures/invalid', `${document}.json`) as Case[]
  return cases.map((each) => ({
    name: each.name,
    text:
      each.text ?? JSON.stringify(each.base === undefined ? each.document : changed(document, each.base, each.change)),
    codes: [each.code].flat(),
    path: each.path,
  }))
}

/** The cases of a rule that other parts follow too (contracts/fixtures/rules). */
export function ruleCases(rule: string): unknown {
  return contractFile('fixtures/rules', `${rule}.json`)
}

function changed(document: string, base: string, change: Operation[] = []): unknown {
  const whole = contractFile('fixtures/valid', document, `${base}.json`)
  return jsonPatch.applyPatch(whole, change).newDocument
}
