// Control characters except tab and line ends, the sentinels of search highlights (mappings/highlight.ts), and the two
// non-characters that XML forbids.
// oxlint-disable-next-line no-control-regex -- the expression has to match control characters
const UNSAFE = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\uE000\uE001\uFFFE\uFFFF]/;
const ALL_UNSAFE = new RegExp(UNSAFE, 'g');

/**
 * Returns the text with every code unit that PostgreSQL, JSON, XML or Elasticsearch refuses replaced by U+FFFD. This
 * includes lone surrogates. The length does not change.
 */
export function cleanText(text: string): string {
  const safe = UNSAFE.test(text) ? text.replace(ALL_UNSAFE, '\uFFFD') : text;
  return safe.isWellFormed() ? safe : safe.toWellFormed();
}
