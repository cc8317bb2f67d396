// Runs before everything else. The content security policy allows no inline script.
document.documentElement.classList.add('scripted');
try {
  const theme = localStorage.getItem('theme');
  if (['light', 'dark', 'yotsuba', 'tomorrow'].includes(theme)) document.documentElement.dataset.theme = theme;
} catch {
  // Without storage the system's theme applies.
}
// Buttons and spoilers that are pressed before the scripts of the page listen: app/early-deeds.ts presses them again.
window.pressedEarly = [];
document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('button[type=button], .spoiler') : null;
  if (button !== null && window.pressedEarly !== undefined && !window.pressedEarly.includes(button))
    window.pressedEarly.push(button);
});
