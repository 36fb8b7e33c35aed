import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useState } from 'react'
import { StreamProvider } from '@/lib/stream'
import { createQueryClient } from './query_client'
import { createAppRouter } from './router'

/** The composition root: one query client and one router for the life of the page. */
export function App() {
  const [query_client] = useState(createQueryClient)
  const [router] = useState(() => createAppRouter())
  return (
    <QueryClientProvider client={query_client}>
      <StreamProvider>
        <RouterProvider router={router} />
      </StreamProvider>
    </QueryClientProvider>
  )
}
