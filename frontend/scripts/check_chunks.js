// Fails the build if what every page loads first holds a plotting library or is over its budget.
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'

const dist = path.resolve(import.meta.dirname, '../dist')
const manifest = JSON.parse(readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8'))
const budget_bytes = 650_000

const first = new Set()
const visit = (key) => {
  if (first.has(key)) return
  first.add(key)
  for (const next of manifest[key].imports ?? []) visit(next)
}
visit(Object.keys(manifest).find((key) => manifest[key].isEntry))

let total = 0
for (const key of first) {
  const file = path.join(dist, manifest[key].file)
  total += statSync(file).size
  const text = readFileSync(file, 'utf8')
  if (text.includes('plotly.js v') || text.includes('Plotly.newPlot'))
    throw new Error(`Plotly is in the first load: ${manifest[key].file}`)
}
if (total > budget_bytes) throw new Error(`the first load is ${total} bytes; its budget is ${budget_bytes}`)
console.log(`first load: ${Math.round(total / 1000)} kB in ${first.size} files, without Plotly`)
