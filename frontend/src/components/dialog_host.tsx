import { createContext, use, useState, type ReactNode } from 'react'

type MakeDialog = (onClose: () => void) => ReactNode

const Context = createContext<((make: MakeDialog) => void) | null>(null)

/** Keeps a dialog open, with what was typed, while the page below it changes from a live run to its report. */
export function DialogHost({ children }: { children: ReactNode }) {
  const [dialog, setDialog] = useState<{ readonly make: MakeDialog } | null>(null)
  const [show] = useState(() => (make: MakeDialog) => setDialog({ make }))
  return (
    <Context value={show}>
      {children}
      {dialog?.make(() => setDialog(null))}
    </Context>
  )
}

/** `show((close) => <EditRunDialog run={run} onClose={close} />)` opens the dialog in the host above. */
export function useDialogHost(): (make: MakeDialog) => void {
  const show = use(Context)
  if (show === null) throw new Error('useDialogHost needs a DialogHost above it')
  return show
}
