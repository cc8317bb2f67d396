// Runs before the first paint, so that a chosen theme does not flash. The page's policy allows no inline script.
try {
  const theme = localStorage.getItem('theme');
  if (['light', 'dark', 'yotsuba', 'tomorrow'].includes(theme)) document.documentElement.dataset.theme = theme;
} catch {
  // No storage: the system's theme.
}
