import { Link, Outlet } from '@tanstack/react-router'

export function Shell() {
  return (
    <>
      <nav aria-label="Main">
        <Link to="/fleet">Fleet</Link> <Link to="/new">New run</Link> <Link to="/runs">Runs</Link>{' '}
        <Link to="/compare">Compare</Link> <Link to="/reference">Reference</Link> <Link to="/settings">Settings</Link>
      </nav>
      <main id="main">
        <Outlet />
      </main>
    </>
  )
}
