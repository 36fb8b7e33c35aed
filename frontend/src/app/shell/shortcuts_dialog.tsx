import { Dialog } from '@/components/dialog'
import { Kbd } from '@/components/kbd'
import { useShortcutList, type Shortcut } from '@/lib/shortcuts/shortcuts'
import styles from './shortcuts_dialog.module.css'

/** The keys that do something now, by group. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const groups = new Map<string, Shortcut[]>()
  for (const shortcut of useShortcutList()) {
    groups.set(shortcut.group, [...(groups.get(shortcut.group) ?? []), shortcut])
  }
  return (
    <Dialog title="Shortcuts" onClose={onClose}>
      <div className={styles['groups']}>
        {[...groups].map(([group, shortcuts]) => (
          <section key={group} aria-label={group}>
            <h3>{group}</h3>
            <dl>
              {shortcuts.map((shortcut) => (
                <div key={shortcut.keys}>
                  <dt>{shortcut.label}</dt>
                  <dd>
                    {shortcut.keys.split(' ').map((key, index) => (
                      <span key={index}>
                        {index > 0 ? ' then ' : null}
                        <Kbd>{key.replace('Mod+', 'Ctrl ').replace(/\b[a-z]$/, (letter) => letter.toUpperCase())}</Kbd>
                      </span>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
