/**
 * Elasticsearch marks matched terms with these two private-use characters, so no text that is indexed may hold them.
 * What a source sends of them becomes U+FFFD, one for one: offsets in the stored text stay right.
 */
export const HIGHLIGHT_START = '\uE000';
export const HIGHLIGHT_END = '\uE001';

export function withoutSentinels(text: string): string {
  return text.replace(/[\uE000\uE001]/g, '\uFFFD');
}
