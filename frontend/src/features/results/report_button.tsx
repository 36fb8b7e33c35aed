import { reportUrl } from '@/api/downloads'
import { Button } from '@/components/button'
import { useToaster } from '@/components/toasts'

/** Downloads a report; the server names the file, and the page stays. */
export function ReportButton({ of }: { of: Parameters<typeof reportUrl>[0] }) {
  const toaster = useToaster()
  const save = () => {
    window.location.assign(reportUrl(of))
    toaster.say('Your browser saves the report: one HTML file that opens without this console.')
  }
  return (
    <Button title="Download one HTML file that opens offline" onClick={save}>
      Report
    </Button>
  )
}
