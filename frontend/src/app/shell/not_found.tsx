import { ButtonLink } from '@/components/button'
import { usePageTitle } from '@/lib/use_page_title'
import styles from './shell.module.css'

export function NotFound() {
  usePageTitle('No such page')
  return (
    <div className={styles['message']}>
      <h1>There is no such page</h1>
      <p>The address may be mistyped, or from another version of the console.</p>
      <div className={styles['actions']}>
        <ButtonLink to="/runs">To the list of runs</ButtonLink>
        <ButtonLink to="/new">To a new run</ButtonLink>
      </div>
    </div>
  )
}
