import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useState } from 'react'
import { EndedNotices } from '@/features/notices/ended_notices'
import { ToastProvider } from '@/components/toasts'
import { DeferredProvider } from '@/lib/deferred'
import { ShortcutProvider } from '@/lib/shortcuts/shortcuts'
import { StreamProvider } from '@/lib/stream'
import { ThemeProvider } from '@/lib/theme/use_theme'
import { askAhead } from './first_answers'
import { createQueryClient } from './query_client'
import { createAppRouter } from './router'
import { SessionGate } from './session_gate'

/** The composition root: theme, server state, live stream, notices, keys and pages, each once for the life of the page. */
export function App() {
  const [query_client] = useState(() => {
    const made = createQueryClient()
    void askAhead(made, window.location)
    return made
  })
  const [router] = useState(() => {
    const made = createAppRouter()
    // The page's script loads beside the session, not after it.
    void made.load()
    return made
  })
  return (
    <ThemeProvider>
      <QueryClientProvider client={query_client}>
        <SessionGate>
          <StreamProvider>
            <EndedNotices />
            <ToastProvider>
              <DeferredProvider>
                <ShortcutProvider>
                  <RouterProvider router={router} />
                </ShortcutProvider>
              </DeferredProvider>
            </ToastProvider>
          </StreamProvider>
        </SessionGate>
      </QueryClientProvider>
    </ThemeProvider>
  )
}
