/** Offers scopes, and knows which of them was chosen. */
export function ScopeSelect<Scope extends string>({
  value,
  scopes,
  onChange,
}: {
  value: Scope
  scopes: readonly Scope[]
  onChange: (scope: Scope) => void
}) {
  return (
    <select
      value={value}
      onChange={(event) => {
        const chosen = scopes.find((scope) => scope === event.target.value)
        if (chosen !== undefined) onChange(chosen)
      }}
    >
      {scopes.map((scope) => (
        <option key={scope} value={scope}>
          {scope}
        </option>
      ))}
    </select>
  )
}
