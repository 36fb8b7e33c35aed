import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { createQueryClient } from '@/app/query_client'
import { createAppRouter } from '@/app/router'
import { SessionGate } from '@/app/session_gate'
import { ToastProvider } from '@/components/toasts'
import { DeferredProvider } from '@/lib/deferred'
import { ShortcutProvider } from '@/lib/shortcuts/shortcuts'
import { ThemeProvider } from '@/lib/theme/use_theme'

/** The console at an address, as a person has it, but without the live stream: pages then ask by REST. */
export function renderPage(address: string) {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [address] }))
  const query_client = createQueryClient()
  const view = render(
    <ThemeProvider>
      <QueryClientProvider client={query_client}>
        <SessionGate>
          <ToastProvider>
            <DeferredProvider>
              <ShortcutProvider>
                <RouterProvider router={router} />
              </ShortcutProvider>
            </DeferredProvider>
          </ToastProvider>
        </SessionGate>
      </QueryClientProvider>
    </ThemeProvider>,
  )
  return { ...view, router, query_client }
}
