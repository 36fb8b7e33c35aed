export function NewRunPage() {
  return <h1>New run</h1>
}
