// Runs before the first paint, so that neither another theme nor the page for readers without scripts flashes. The content
// security policy allows no inline script.
document.documentElement.classList.add('scripted');
try {
  const theme = localStorage.getItem('theme');
  if (['light', 'dark', 'yotsuba', 'tomorrow'].includes(theme)) document.documentElement.dataset.theme = theme;
} catch {
  // Without storage the system's theme applies.
}
