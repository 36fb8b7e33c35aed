import { reportUrl } from '@/api/downloads'
import { Button } from '@/components/button'

/** Downloads a report; the server names the file, and the page stays. */
export function ReportButton({ of }: { of: Parameters<typeof reportUrl>[0] }) {
  return (
    <Button title="Download one HTML file that opens offline" onClick={() => window.location.assign(reportUrl(of))}>
      Report
    </Button>
  )
}
