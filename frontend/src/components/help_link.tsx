import type { Help } from '@/lib/help'
import { ButtonLink } from './button'

/** Leads to the page of the docs about the task at hand. */
export function HelpLink({ help: { page, hash }, children = 'Help' }: { help: Help; children?: string }) {
  return (
    <ButtonLink
      to="/docs/$page"
      params={{ page }}
      {...(hash === undefined ? {} : { hash })}
      variant="quiet"
      small
      icon="docs"
    >
      {children}
    </ButtonLink>
  )
}
