/**
 * The study's tables of its modelling language (6.3 to 6.8), measured again: rows of a run's metrics beside what was published,
 * which is read from the reference tables. Pure.
 */
import type { PublishedTable, SummaryMetric } from '@/api/contracts'
import { formatNumber, formatRatio } from '@/lib/format/number'
import { formatQuantity } from '@/lib/format/unit'

export interface StudyRow {
  readonly title: string
  readonly measured: string
  /** One for each published column; empty where nothing was published. */
  readonly published: readonly string[]
  /** What the measured figure is of the first published one. */
  readonly against: string
}

export interface StudyTable {
  readonly where: string
  readonly title: string
  readonly measured_title: string
  readonly published_titles: readonly string[]
  readonly against_title: string
  readonly rows: readonly StudyRow[]
}

type Metrics = ReadonlyMap<string, SummaryMetric>
type Cell = string | number | null

const OPERATIONS = ['insert', 'replace', 'delete'] as const
const STATE_OPERATIONS = ['construct', 'destruct', 'size', 'pack', 'unpack'] as const
const NS_IN_MS = 1e6

class Published {
  readonly #tables: readonly PublishedTable[]
  constructor(tables: readonly PublishedTable[]) {
    this.#tables = tables
  }

  /** The figure in a column of the row whose first cells are these. */
  figure(id: string, row: readonly string[], column: string): number | null {
    const table = this.#tables.find((one) => one.id === id)
    const at = table?.columns.indexOf(column) ?? -1
    const found: readonly Cell[] | undefined = table?.rows.find((cells) => row.every((cell, i) => cells[i] === cell))
    const value = at < 0 ? null : (found?.[at] ?? null)
    return typeof value === 'number' ? value : null
  }
}

const withUnit = (value: number | null, unit: string) => (value === null ? '' : `${String(value)} ${unit}`)

/** `1,240 times faster`. */
function faster(metric: SummaryMetric, published_ms: number | null): string {
  if (published_ms === null || metric.median <= 0) return ''
  return formatRatio((published_ms * NS_IN_MS) / metric.median)
}

function shareOf(bytes: number, published: number | null): string {
  return published === null || published === 0 ? '' : formatRatio(bytes / published)
}

function measured(metric: SummaryMetric): string {
  return formatQuantity(metric.median, metric.unit)
}

function codeSize(metrics: Metrics, published: Published): StudyTable {
  const text = metrics.get('code.text')?.median ?? 0
  const share = (part: number | null, whole: number | null) =>
    part === null || whole === null || whole === 0 ? '' : `${formatNumber((100 * part) / whole)} %`
  const rows = [
    ['code.text', 'text', 'original'],
    ['code.compressed', 'compressed', 'compressed'],
    ['code.tokenised', 'tokenised', 'tokenised'],
    ['code.tokenised_compressed', 'tokenised, compressed', 'tokenised_compressed'],
  ] as const
  return {
    where: 'Table 6.3',
    title: 'Code size',
    measured_title: 'this model',
    published_titles: ['ts.uml', 'base.uml'],
    against_title: 'of its text',
    rows: rows.flatMap(([name, title, column]) => {
      const metric = metrics.get(name)
      if (metric === undefined) return []
      const of = (file: string) =>
        share(published.figure('uss.code-size', [file], column), published.figure('uss.code-size', [file], 'original'))
      return [
        {
          title,
          measured: measured(metric),
          published: [of('ts.uml'), of('base.uml')],
          against: share(metric.median, text),
        },
      ]
    }),
  }
}

function memory(
  metrics: Metrics,
  published: Published,
  head: Pick<StudyTable, 'where' | 'title'>,
  id: string,
  rows: readonly (readonly [metric: string, title: string, row: string])[],
  platforms: readonly string[],
): StudyTable {
  return {
    ...head,
    measured_title: 'measured',
    published_titles: platforms.map((platform) => platform.toUpperCase()),
    against_title: `of ${platforms[0]?.toUpperCase() ?? ''}`,
    rows: rows.flatMap(([name, title, row]) => {
      const metric = metrics.get(name)
      if (metric === undefined) return []
      const figures = platforms.map((platform) => published.figure(id, [row], platform))
      return [
        {
          title,
          measured: measured(metric),
          published: figures.map((figure) => withUnit(figure, 'B')),
          against: shareOf(metric.median, figures[0] ?? null),
        },
      ]
    }),
  }
}

function times(
  metrics: Metrics,
  published: Published,
  head: Pick<StudyTable, 'where' | 'title'>,
  id: string,
  rows: readonly (readonly [metric: string, title: string, row: readonly string[]])[],
): StudyTable {
  return {
    ...head,
    measured_title: 'measured',
    published_titles: ['Pentium', 'Reality'],
    against_title: 'Pentium over it',
    rows: rows.flatMap(([name, title, row]) => {
      const metric = metrics.get(name)
      if (metric === undefined) return []
      const pentium = published.figure(id, row, 'pentium')
      return [
        {
          title,
          measured: measured(metric),
          published: [withUnit(pentium, 'ms'), withUnit(published.figure(id, row, 'reality'), 'ms')],
          against: faster(metric, pentium),
        },
      ]
    }),
  }
}

const COMPONENTS = ['constant', 'function', 'element', 'property', 'universe', 'entity'] as const
const TIMED_COMPONENTS = ['element', 'constant', 'property', 'function', 'entity'] as const

export function studyTables(given: readonly SummaryMetric[], tables: readonly PublishedTable[]): readonly StudyTable[] {
  const metrics = new Map(given.map((metric) => [metric.name, metric]))
  const published = new Published(tables)
  return [
    codeSize(metrics, published),
    memory(
      metrics,
      published,
      { where: 'Table 6.4', title: 'Memory of a value' },
      'uss.primitive-memory',
      ['integer', 'real', 'boolean', 'string'].map((type) => [
        `bytes.${type}`,
        type === 'string' ? 'string, and its length' : type,
        type,
      ]),
      ['qnx', 'irix'],
    ),
    memory(
      metrics,
      published,
      { where: 'Table 6.5', title: 'Memory of a component' },
      'uss.component-memory',
      COMPONENTS.map((kind) => [`bytes.${kind}`, kind, kind]),
      ['qnx', 'irix'],
    ),
    memory(
      metrics,
      published,
      { where: 'Table 6.6', title: 'Memory of the triangle' },
      'uss.triangle-memory',
      [
        ['triangle.definition', 'its definition', 'definition'],
        ['triangle.vertex_list', 'a vertexList', 'vertexList_instance'],
        ['triangle.coord', 'a coord', 'coord_instance'],
      ],
      ['qnx'],
    ),
    times(
      metrics,
      published,
      { where: 'Table 6.7', title: 'Operations of the interpreter' },
      'uss.interpreter-operations',
      [
        ...TIMED_COMPONENTS.flatMap((kind) =>
          OPERATIONS.map((operation) => [`${operation}.${kind}`, `${operation} ${kind}`, [kind, operation]] as const),
        ),
        ['dependency.add', 'add a dependency', ['dependency', 'add']],
        ['dependency.delete', 'delete a dependency', ['dependency', 'delete']],
      ],
    ),
    times(
      metrics,
      published,
      { where: 'Table 6.8', title: 'One more integer in an array' },
      'uss.state-operations',
      STATE_OPERATIONS.map((operation) => [`each_integer.${operation}`, operation, [operation]]),
    ),
  ].filter((table) => table.rows.length > 0)
}
