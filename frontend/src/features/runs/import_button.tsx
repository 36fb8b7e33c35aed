import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { answer, api } from '@/api/client'
import type { ImportReport } from '@/api/contracts'
import { Button } from '@/components/button'
import { useToaster } from '@/components/toasts'
import { plural } from '@/lib/format/number'

/** Takes in runs from a file that another console exported. */
export function ImportButton() {
  const input = useRef<HTMLInputElement>(null)
  const client = useQueryClient()
  const toaster = useToaster()
  const take_in = useMutation({
    mutationFn: (file: File) =>
      answer(
        api.POST('/api/v1/imports', {
          body: file as never,
          bodySerializer: (body) => body,
          headers: { 'content-type': fileType(file.name) },
        }),
      ),
    onSuccess: (report) => toaster.say(importText(report)),
    onError: (error) => toaster.fail('The runs were not imported', error),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ['runs', 'list'] })
      void client.invalidateQueries({ queryKey: ['groups', 'list'] })
    },
  })
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept=".sqlite,.zip"
        aria-label="File of runs"
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file !== undefined) take_in.mutate(file)
          // The same file may be chosen again.
          target.value = ''
        }}
      />
      <Button disabled={take_in.isPending} onClick={() => input.current?.click()}>
        {take_in.isPending ? 'Importing …' : 'Import runs'}
      </Button>
    </>
  )
}

/** The media type of a file of runs: SQLite, or a ZIP with Parquet tables. */
export function fileType(name: string): string {
  return name.toLowerCase().endsWith('.zip') ? 'application/zip' : 'application/vnd.sqlite3'
}

/** Pure. */
export function importText({ runs }: ImportReport): string {
  const fresh = runs.filter((run) => run.is_new)
  const known = runs.length - fresh.length
  const there = known === 0 ? '' : ` ${plural(known, 'run')} of the file ${known === 1 ? 'was' : 'were'} here already.`
  if (fresh.length === 0) return `No run was imported.${there}`
  const numbers = fresh.map((run) => run.number)
  const first = Math.min(...numbers)
  const last = Math.max(...numbers)
  const shown = first === last ? `run ${first}` : `runs ${first} to ${last}`
  return `${plural(fresh.length, 'run')} imported as ${shown}.${there}`
}
