import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { shortCommit } from './commit'

const SOURCES = path.resolve(import.meta.dirname, '../..')

describe('a commit on the page', () => {
  it('has seven digits, or a dash', () => {
    expect(shortCommit('9b33f9b0123456789')).toBe('9b33f9b')
    expect(shortCommit('')).toBe('–')
  })

  it('is shortened in one place', () => {
    const cut = /commit\w*(?:\s*\))*\??\.(?:slice|substring|substr)\(/
    const found = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'))
      .filter((file) => cut.test(readFileSync(path.join(SOURCES, file), 'utf8')))
    expect(found).toEqual(['lib/format/commit.ts'])
  })
})
