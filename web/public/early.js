// Runs before the scripts of the page: what cannot wait for them. The content security policy allows no inline script.
document.documentElement.classList.add('scripted');
let areShortcutsOn = true;
let areTimesExact = false;
try {
  areTimesExact = localStorage.getItem('times') === 'exact';
  areShortcutsOn = localStorage.getItem('keys') !== 'off';
  const theme = localStorage.getItem('theme');
  // Posts stay invisible until the reader's filters have seen them: lib/filtered-posts.ts.
  document.documentElement.classList.toggle('filtering', localStorage.getItem('filters') !== null);
  // Posts of a tree stay invisible until the branches that the reader folded are folded: lib/folded-branches.ts.
  const [, thread] = /^\/([^/]+\/thread\/\d+)$/.exec(location.pathname) ?? [];
  const isFolded = localStorage.getItem('folded-branches')?.includes(`"${thread?.replace('/thread', '')} `) === true;
  document.documentElement.classList.toggle('folding', isFolded && location.search.includes('view=tree'));
  if (['light', 'dark', 'yotsuba', 'tomorrow'].includes(theme)) document.documentElement.dataset.theme = theme;
} catch {
  // Without storage the system's theme and the shortcuts apply.
}
// Times of the last two days become distances before the first paint, as formatTime in lib/format.ts writes them later. The server's
// HTML cannot contain them, since it does not depend on the time. A time that the reader may have seen stays: a shorter text would move
// the line or leave a gap in it.
const distance = (numeric) => new Intl.RelativeTimeFormat(document.documentElement.lang || 'en', { numeric });
/** After the end of parsing the page has been painted, or soon will be. */
const PAINT_MS = 50;
const UNITS = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
];
const painted = new Set();
// The entry of the first paint follows the paint, later than this script on a busy processor.
const [{ domInteractive = 0 } = {}] = performance.getEntriesByType('navigation');
const isPainted =
  performance.getEntriesByType('paint').length > 0 ||
  (domInteractive > 0 && performance.now() - domInteractive > PAINT_MS);
const writeDistances = () => {
  for (const time of document.querySelectorAll('time[data-room]')) {
    const age = Date.now() - Date.parse(time.dateTime);
    // The parser may have paused before the text.
    if (painted.has(time) || !(Math.abs(age) < 172_800_000) || time.textContent !== time.dataset.room) continue;
    const [size, unit] = UNITS.find(([least]) => Math.abs(age) >= least) ?? [];
    time.textContent =
      unit === undefined
        ? distance('auto').format(0, 'second')
        : distance('always').format(-Math.trunc(age / size), unit);
    // It reserves the width of the server's text.
    delete time.dataset.room;
  }
};
if (isPainted) for (const time of document.querySelectorAll('time[data-room]')) painted.add(time);
// The page does not wait for this script, which may run while the page is parsed or later.
if (!areTimesExact && document.readyState !== 'loading') writeDistances();
else if (!areTimesExact) {
  const parsed = new MutationObserver(writeDistances);
  parsed.observe(document, { childList: true, subtree: true });
  document.addEventListener('DOMContentLoaded', () => {
    parsed.disconnect();
    writeDistances();
  });
}
// Buttons, spoilers and keys that are pressed before the scripts of the page listen: app/replay-early-events.ts presses them again.
window.pressedEarly = [];
window.keysEarly = [];
document.addEventListener('click', (event) => {
  const button =
    event.target instanceof Element ? event.target.closest('button[type=button]:not([popovertarget]), .spoiler') : null;
  if (button !== null && window.pressedEarly !== undefined && !window.pressedEarly.includes(button))
    window.pressedEarly.push(button);
});
document.addEventListener('keydown', (event) => {
  const isForField = event.target instanceof Element && event.target.closest('input, textarea, select') !== null;
  if (window.keysEarly === undefined || !areShortcutsOn || isForField) return;
  if (event.ctrlKey || event.metaKey || event.altKey || !/^\S$/.test(event.key)) return;
  const bar = event.key === '/' ? document.getElementById('query') : null;
  if (bar === null) {
    window.keysEarly.push(event.key);
    // What listens by now must not answer twice, nor before the keys that came earlier.
    event.stopImmediatePropagation();
    return;
  }
  // At once, so that what is typed next is in the bar.
  event.preventDefault();
  bar.focus({ preventScroll: true });
  bar.select();
});
document.addEventListener('compositionstart', () => (window.composesEarly = true));
document.addEventListener('compositionend', () => (window.composesEarly = false));
// A link to a post leads there with the first paint: browsers scroll to it only when the scripts of the page have run.
let framesLeft = location.hash === '' ? 0 : 12;
const scrollToPost = () => {
  const post = document.getElementById(location.hash.slice(1));
  if (framesLeft === 0 || (post === null && document.readyState !== 'loading')) return;
  if (post !== null) {
    // Again in the next frames, in which posts above it get their real heights.
    post.scrollIntoView();
    framesLeft -= 1;
  }
  requestAnimationFrame(scrollToPost);
};
requestAnimationFrame(scrollToPost);
for (const event of ['wheel', 'touchstart', 'keydown', 'pointerdown']) {
  addEventListener(event, () => (framesLeft = 0), { once: true, passive: true });
}
