import styles from './node_dot.module.css'

/** The colour of a node, everywhere: `NodeView.colour`, 1 to 8. */
export function nodeColour(colour: number): string {
  return `var(--node-${Math.min(8, Math.max(1, Math.trunc(colour)))})`
}

/** A dot in the node's colour; beside its name. */
export function NodeDot({ colour, offline = false }: { colour: number; offline?: boolean }) {
  const shown = nodeColour(colour)
  return (
    <i
      className={styles['dot']}
      aria-hidden="true"
      style={offline ? { boxShadow: `inset 0 0 0 1.5px ${shown}` } : { background: shown }}
    />
  )
}

/** Name with dot. */
export function NodeName({ name, colour, offline }: { name: string; colour: number; offline?: boolean }) {
  return (
    <span className={styles['name']}>
      <NodeDot colour={colour} offline={offline ?? false} />
      {name}
    </span>
  )
}
