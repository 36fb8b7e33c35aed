import { createLink, type LinkComponent } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, Ref } from 'react'
import { classNames } from '@/lib/class_names'
import styles from './button.module.css'
import { Icon, type IconName } from './icon'

interface Looks {
  /** `primary`: the one thing to do here; `danger`: ends or deletes; `quiet`: beside others. */
  variant?: 'plain' | 'primary' | 'danger' | 'quiet' | undefined
  small?: boolean | undefined
  icon?: IconName | undefined
}

function look({ variant = 'plain', small = false }: Looks, icon_only: boolean, extra: string | undefined): string {
  return classNames(
    styles['button'],
    variant !== 'plain' && styles[variant],
    small && styles['small'],
    icon_only && styles['icon_only'],
    extra,
  )
}

export type ButtonProps = Looks & ButtonHTMLAttributes<HTMLButtonElement> & { ref?: Ref<HTMLButtonElement> }

/** A button without words needs an `aria-label`, which is also shown as its title. */
export function Button({ variant, small, icon, className, children, ...rest }: ButtonProps) {
  const wordless = children === undefined
  return (
    <button
      type="button"
      title={wordless ? rest['aria-label'] : undefined}
      {...rest}
      className={look({ variant, small }, wordless, className)}
    >
      {icon === undefined ? null : <Icon name={icon} size={small === true ? 14 : 16} />}
      {children}
    </button>
  )
}

type AnchorProps = Looks & AnchorHTMLAttributes<HTMLAnchorElement> & { ref?: Ref<HTMLAnchorElement> }

/** A link to an address outside the page's own router. */
export function ButtonAnchor({ variant, small, icon, className, children, ...rest }: AnchorProps) {
  return (
    <a {...rest} className={look({ variant, small }, false, className)}>
      {icon === undefined ? null : <Icon name={icon} size={small === true ? 14 : 16} />}
      {children}
    </a>
  )
}

const CreatedLink = createLink(ButtonAnchor)

/** A link to a page that looks like a button; takes the router's `to`, `params`, `search`. */
export const ButtonLink: LinkComponent<typeof ButtonAnchor> = (props) => <CreatedLink {...props} />
