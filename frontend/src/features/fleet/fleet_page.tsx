export function FleetPage() {
  return <h1>Fleet</h1>
}
