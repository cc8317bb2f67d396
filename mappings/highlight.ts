/**
 * Elasticsearch marks matched terms with these two private-use characters, so indexed text must not contain them. Those that a source
 * sends are each replaced by one U+FFFD, which keeps offsets in the stored text correct.
 */
export const HIGHLIGHT_START = '\uE000';
export const HIGHLIGHT_END = '\uE001';

export function withoutSentinels(text: string): string {
  return text.replace(/[\uE000\uE001]/g, '\uFFFD');
}
