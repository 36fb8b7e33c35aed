import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { Button, ButtonLink } from '@/components/button'
import { CopyButton } from '@/components/copy_button'
import { usePageTitle } from '@/lib/use_page_title'
import styles from './shell.module.css'

/** A page that fell over. The navigation around it still works. */
export function PageError({ error, reset }: ErrorComponentProps) {
  usePageTitle('Error')
  const router = useRouter()
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  const detail = error instanceof Error ? (error.stack ?? text) : text
  // After an update of the console, the chunks that this tab knows are gone.
  const stale = /dynamically imported module|Importing a module script failed/i.test(text)
  return (
    <div className={styles['message']} role="alert">
      <h1>{stale ? 'The console was updated' : 'This page could not be shown'}</h1>
      <p>
        {stale
          ? 'This tab shows an older version of the page. Reload it; nothing is lost.'
          : 'An error in the page, not in your runs. Try again; if it comes back, the text below says where it is.'}
      </p>
      {stale ? null : <pre>{text}</pre>}
      <div className={styles['actions']}>
        <Button
          variant="primary"
          onClick={() => {
            if (stale) {
              location.reload()
              return
            }
            reset()
            void router.invalidate()
          }}
        >
          {stale ? 'Reload' : 'Try again'}
        </Button>
        <ButtonLink to="/runs">To the list of runs</ButtonLink>
        {stale ? null : <CopyButton small={false} text={detail} label="Copy details" />}
      </div>
    </div>
  )
}
