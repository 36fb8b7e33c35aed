/** JSON documents and paths in them: `workload.split.counts[1]`, as errors and overrides write them. Nothing is mutated. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [key: string]: Json
}

export type Path = readonly (string | number)[]

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}

export function pathText(path: Path): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`
    return text === '' ? part : `${text}.${part}`
  }, '')
}

export function parsePath(text: string): Path {
  return [...text.matchAll(/([^.[\]]+)|\[(\d+)\]/g)].map((part) => part[1] ?? Number(part[2]))
}

export function getAt(value: Json | undefined, path: Path): Json | undefined {
  let here: Json | undefined = value
  for (const part of path) {
    if (typeof part === 'number') here = isList(here) ? here[part] : undefined
    else here = isObject(here) && Object.hasOwn(here, part) ? here[part] : undefined
  }
  return here
}

/** With the value at `path`; missing objects on the way are made. Undefined takes a key away. */
export function setAt(value: Json | undefined, path: Path, next: Json | undefined): Json {
  const [part, ...rest] = path
  if (part === undefined) return next ?? null
  if (typeof part === 'number') {
    const list = isList(value) ? [...value] : []
    if (rest.length === 0 && next === undefined) list.splice(part, 1)
    else list[part] = setAt(list[part], rest, next)
    return list
  }
  const object = isObject(value) ? value : {}
  if (rest.length === 0 && next === undefined) {
    return Object.fromEntries(Object.entries(object).filter(([key]) => key !== part))
  }
  return { ...object, [part]: setAt(object[part], rest, next) }
}

/** Equal as documents: the order of keys does not count. */
export function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true
  if (isList(a) && isList(b)) return a.length === b.length && a.every((item, index) => sameJson(item, b[index]))
  if (isObject(a) && isObject(b)) {
    const keys = Object.keys(a)
    return (
      keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]))
    )
  }
  return false
}
