/**
 * Documents hold U+FFFD instead of two private characters, with which Elasticsearch marked terms before the server did. A rebuild with
 * a new mapping version may end that.
 */
export function withoutSentinels(text: string): string {
  return text.replace(/[\uE000\uE001]/g, '\uFFFD');
}
