import { Link } from '@tanstack/react-router'

export function NotFound() {
  return (
    <div role="alert">
      <h1>There is no such page</h1>
      <p>
        <Link to="/runs">To the list of runs</Link>
      </p>
    </div>
  )
}
