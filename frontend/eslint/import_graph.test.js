import { describe, expect, it } from 'vitest'
import { findCycle, findPackage, readGraph } from './import_graph.js'
import { forbidden_packages } from './import_zones.js'

const graph = readGraph()

describe('the imports of the page', () => {
  it('have no cycle', () => {
    expect(graph.size).toBeGreaterThan(300)
    expect(findCycle(graph)).toBeNull()
  })

  // Components may ask the server, by hooks of lib.
  it.each(['viz', 'lib', 'api'])('keep the packages from %s that it may not have, by whatever way', (zone) => {
    const forbidden = (name) =>
      forbidden_packages[zone].some((one) => name === one || name.startsWith(one.endsWith('/') ? one : `${one}/`))
    const ways = [...graph.keys()]
      .filter((file) => file.startsWith(`${zone}/`))
      .flatMap((file) => findPackage(graph, file, forbidden)?.join(' -> ') ?? [])
    expect(ways).toEqual([])
  })
})

describe('the search', () => {
  const made = new Map([
    ['a.ts', { files: ['b.ts'], packages: [] }],
    ['b.ts', { files: ['c.ts'], packages: ['react/jsx-runtime'] }],
    ['c.ts', { files: ['b.ts'], packages: [] }],
  ])

  it('finds a cycle', () => {
    expect(findCycle(made)).toEqual(['b.ts', 'c.ts', 'b.ts'])
  })

  it('finds a package behind another file', () => {
    expect(findPackage(made, 'a.ts', (name) => name.startsWith('react'))).toEqual(['a.ts', 'b.ts', 'react/jsx-runtime'])
    expect(findPackage(made, 'a.ts', (name) => name === 'uplot')).toBeNull()
  })
})
