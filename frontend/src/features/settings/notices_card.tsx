import { Card } from '@/components/card'
import { Segmented } from '@/components/segmented'
import { chooseNotices, useNoticeState, type NoticeState } from '@/lib/notice_choice'
import styles from './settings_page.module.css'

const HELP: Record<NoticeState, string> = {
  on: 'While a page of the console is open, this browser tells when something ends.',
  off: 'While a page of the console is open, this browser can tell when something ends.',
  refused: 'This browser blocks notifications of this console. Allow them in its settings for this site.',
  unknown: 'This browser notifies only for a console at an https address or at localhost.',
}

/** Whether this browser tells of runs, sweeps and suites that end. */
export function NoticesCard() {
  const state = useNoticeState()
  return (
    <Card title="Notifications">
      <div className={styles['row']}>
        <div>
          <div className={styles['name']}>Runs that ended; sweeps and suites that are worse than a baseline</div>
          <div className={styles['help']}>{HELP[state]}</div>
        </div>
        <Segmented
          label="Notifications"
          value={state === 'on' ? 'on' : 'off'}
          disabled={state === 'refused' || state === 'unknown'}
          onChange={(value) => void chooseNotices(value === 'on')}
          options={[
            { value: 'off', label: 'Off' },
            { value: 'on', label: 'On' },
          ]}
        />
      </div>
    </Card>
  )
}
