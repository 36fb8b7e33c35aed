import { useEffect, useState } from 'react'
import { Button, type ButtonProps } from './button'

type CopyButtonProps = Omit<ButtonProps, 'onClick'> & {
  /** What is copied, or makes it when asked. */
  text: string | (() => string)
  label?: string
}

/** Copies to the clipboard, and says whether that worked. */
export function CopyButton({ text, label = 'Copy', ...rest }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null)
  useEffect(() => {
    if (outcome === null) return
    const timer = setTimeout(() => setOutcome(null), 2_000)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = () => {
    copyText(typeof text === 'string' ? text : text()).then(
      () => setOutcome('copied'),
      () => setOutcome('refused'),
    )
  }
  return (
    <Button small icon={outcome === 'copied' ? 'check' : 'copy'} {...rest} onClick={copy}>
      <span aria-live="polite">
        {outcome === 'copied' ? 'Copied' : outcome === 'refused' ? 'The browser refused' : label}
      </span>
    </Button>
  )
}

/** The clipboard's own interface needs a secure page; a console reached by plain HTTP copies through a selection. */
async function copyText(text: string): Promise<void> {
  if (window.isSecureContext) {
    await navigator.clipboard.writeText(text)
    return
  }
  const area = document.createElement('textarea')
  area.value = text
  area.style.position = 'fixed'
  area.style.opacity = '0'
  document.body.append(area)
  area.select()
  // Deprecated, and the only way on a page that is not secure.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  const copied = document.execCommand('copy')
  area.remove()
  if (!copied) throw new Error('the browser refused to copy')
}
