declare global {
  interface Window {
    /** Keys that were pressed before any listener existed, noted by public/early.js; undefined after they were pressed again. */
    keysEarly?: string[] | undefined;
  }
}

/** Presses the keys again, now that the page listens to them. */
export function replayEarlyKeys(): void {
  const { keysEarly = [] } = window;
  window.keysEarly = undefined;
  for (const key of keysEarly) {
    // Pressed on the element where the reader would press it: React immediately hydrates the part of the page that receives an event.
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    (document.activeElement ?? document.body).dispatchEvent(event);
  }
}
