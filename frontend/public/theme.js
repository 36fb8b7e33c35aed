// Before the first paint: the chosen theme, or the system's. Kept in step with src/lib/theme/theme.ts.
;(function () {
  var choice = 'system'
  try {
    choice = localStorage.getItem('orrery.theme') || 'system'
  } catch {
    // Storage may be forbidden; the system's theme is then the only sensible choice.
  }
  var dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
})()
