import { useState } from 'react'
import { Card } from '@/components/card'
import { CopyButton } from '@/components/copy_button'
import { Segmented } from '@/components/segmented'
import {
  cliCommand,
  curlCommand,
  jsonText,
  pythonCode,
  sweepCommand,
  sweepCurl,
  sweepPython,
  type NewRunBody,
  type SweepBody,
} from '@/lib/document/commands'
import type { Json } from '@/lib/document/json'
import { useCommand } from '@/lib/use_command'
import styles from './new_run.module.css'

type Form = 'cli' | 'curl' | 'python' | 'json'

/** The same run or sweep for a command line, a script or a file. */
export function SameElsewhere({ body, spec }: { body: NewRunBody | SweepBody | null; spec: Json }) {
  const [form, setForm] = useState<Form>('cli')
  const orrery = useCommand()
  if (body === null) {
    return (
      <Card title="The same, elsewhere">
        <p className={styles['pending']}>As a command, a script or a file, as soon as the form is right.</p>
      </Card>
    )
  }
  const texts: Readonly<Record<Form, () => string>> = {
    cli: () =>
      'axes' in body ? sweepCommand(orrery, body, location.origin) : cliCommand(orrery, body, location.origin),
    curl: () => ('axes' in body ? sweepCurl(body, location.origin) : curlCommand(body, location.origin)),
    python: () => ('axes' in body ? sweepPython(body, location.origin) : pythonCode(body, location.origin)),
    json: () => jsonText(body, spec),
  }
  const text = texts[form]()
  return (
    <Card title="The same, elsewhere" tools={<CopyButton text={text} />}>
      <Segmented
        label="Form of the run"
        value={form}
        onChange={setForm}
        options={[
          { value: 'cli', label: 'CLI' },
          { value: 'curl', label: 'curl' },
          { value: 'python', label: 'Python' },
          { value: 'json', label: 'JSON' },
        ]}
      />
      {/* It scrolls, so the keyboard must reach it. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className={styles['code']} tabIndex={0} aria-label="The run as text">
        {text}
      </pre>
    </Card>
  )
}
