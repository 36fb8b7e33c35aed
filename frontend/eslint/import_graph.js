import fs from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

const source_root = path.join(import.meta.dirname, '..', 'src')

/** The file that `source` means in `file`, both relative to src; null for a package or a file that is no code. */
function resolve(file, source) {
  const target = source.startsWith('@/')
    ? source.slice(2)
    : source.startsWith('.')
      ? path.posix.join(path.posix.dirname(file), source)
      : null
  if (target === null) return null
  const candidates = [target, `${target}.ts`, `${target}.tsx`, `${target}/index.ts`]
  return candidates.find((name) => /\.tsx?$/.test(name) && fs.existsSync(path.join(source_root, name))) ?? null
}

/** What each file of src imports, types too: files of src in `files`, packages in `packages`. Tests are left out. */
export function readGraph() {
  const names = fs
    .readdirSync(source_root, { recursive: true })
    .map((name) => name.replaceAll(path.sep, '/'))
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name) && !name.startsWith('testing/'))
  return new Map(
    names.map((file) => {
      const text = fs.readFileSync(path.join(source_root, file), 'utf8')
      const sources = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName)
      const files = sources.flatMap((source) => resolve(file, source) ?? [])
      const packages = sources.filter((source) => !source.startsWith('.') && !source.startsWith('@/'))
      return [file, { files, packages }]
    }),
  )
}

/** Files that import each other in a circle, as one path that ends where it begins; null if there is none. */
export function findCycle(graph) {
  const done = new Set()
  const open = []
  const visit = (file) => {
    if (open.includes(file)) return [...open.slice(open.indexOf(file)), file]
    if (done.has(file)) return null
    open.push(file)
    for (const next of graph.get(file)?.files ?? []) {
      const found = visit(next)
      if (found) return found
    }
    open.pop()
    done.add(file)
    return null
  }
  for (const file of graph.keys()) {
    const found = visit(file)
    if (found) return found
  }
  return null
}

/** The way from `start` to the first file that imports a package that `forbidden` accepts; null if there is none. */
export function findPackage(graph, start, forbidden) {
  const seen = new Set([start])
  const ways = [[start]]
  for (const way of ways) {
    const { files, packages } = graph.get(way.at(-1)) ?? { files: [], packages: [] }
    const found = packages.find(forbidden)
    if (found !== undefined) return [...way, found]
    for (const next of files) {
      if (seen.has(next)) continue
      seen.add(next)
      ways.push([...way, next])
    }
  }
  return null
}
