// Control characters but tab and line ends, the sentinels of search highlights (mappings/highlight.ts), and the two
// non-characters that no XML feed may hold.
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const UNSAFE = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\uE000\uE001\uFFFE\uFFFF]/;
const ALL_UNSAFE = new RegExp(UNSAFE, 'g');

/**
 * Text that PostgreSQL, JSON, XML and Elasticsearch all take: what one of them refuses, lone surrogates too, becomes
 * U+FFFD, one for one.
 */
export function cleanText(text: string): string {
  const safe = UNSAFE.test(text) ? text.replace(ALL_UNSAFE, '\uFFFD') : text;
  return safe.isWellFormed() ? safe : safe.toWellFormed();
}
