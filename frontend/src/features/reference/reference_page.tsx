export function ReferencePage() {
  return <h1>Reference</h1>
}
