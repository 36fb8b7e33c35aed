import { expect, test } from 'vitest'
import { window_schema } from '@/testing/encode_frame'
import { sampleDocument } from '@/testing/sample_document'
import { FlushQueue } from './observable'
import { RunTopic } from './topics'

/** Flushes only when asked to. */
function manualQueue(): { queue: FlushQueue; flush: () => void } {
  let waiting: (() => void) | null = null
  return {
    queue: new FlushQueue((run) => (waiting = run)),
    flush: () => {
      const run = waiting
      waiting = null
      run?.()
    },
  }
}

test('a schema that comes while a run is on joins the document: the tab that launched the run shows its map', () => {
  const { queue, flush } = manualQueue()
  const run = { ...sampleDocument({ state: 'running' }), schemas: [] }
  const topic = new RunTopic(run.summary.id, queue, queue)
  topic.message({ kind: 'run', run, log: [] })
  const entities = { ...window_schema, schema_id: window_schema.schema_id + 1, kind: 'entities' as const }
  topic.message({ kind: 'schema_added', frame_schema: entities })
  topic.message({ kind: 'schema_added', frame_schema: window_schema })
  topic.message({ kind: 'schema_added', frame_schema: entities })
  flush()
  expect(topic.state.snapshot().run?.schemas.map(({ kind }) => kind)).toEqual(['window', 'entities'])
})
