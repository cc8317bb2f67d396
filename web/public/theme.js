// Runs before the first paint, so that neither a chosen theme nor what is for readers without scripts flashes. The page's
// policy allows no inline script.
document.documentElement.classList.add('scripted');
try {
  const theme = localStorage.getItem('theme');
  if (['light', 'dark', 'yotsuba', 'tomorrow'].includes(theme)) document.documentElement.dataset.theme = theme;
} catch {
  // No storage: the system's theme.
}
