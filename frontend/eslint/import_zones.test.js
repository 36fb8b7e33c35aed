import { describe, expect, it } from 'vitest'
import { refusal } from './import_zones_rule.js'

describe('import zones', () => {
  it.each([
    ['app/router.tsx', '@/features/fleet/fleet_page'],
    ['features/fleet/fleet_page.tsx', '@/components/card'],
    ['features/fleet/fleet_page.tsx', './node_card'],
    ['features/live/live_view.tsx', '../results/registry'],
    ['components/card.tsx', '@/lib/format/number'],
    ['viz/strips.ts', 'uplot'],
    ['main.tsx', '@/app/app'],
    ['features/fleet/fleet_page.test.tsx', '@/testing/server'],
  ])('%s may import %s', (file, source) => {
    expect(refusal(file, source)).toBeNull()
  })

  it.each([
    ['viz/strips.ts', 'react'],
    ['viz/strips.ts', 'react/jsx-runtime'],
    ['viz/strips.ts', '@tanstack/react-query'],
    ['viz/strips.ts', '@/api/contracts'],
    ['viz/strips.ts', '../api/contracts'],

    ['components/card.tsx', '../features/fleet/node_card'],
    ['features/fleet/fleet_page.tsx', '@/features/runs/runs_page'],
    ['features/fleet/fleet_page.tsx', '../runs/runs_page'],
    ['features/fleet/fleet_page.tsx', 'plotly.js-cartesian-dist-min'],
    ['lib/format/number.ts', '@/components/card'],
    ['unheard/of.ts', './x'],
  ])('%s may not import %s', (file, source) => {
    expect(refusal(file, source)).toEqual(expect.any(String))
  })
})
