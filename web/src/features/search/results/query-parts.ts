/**
 * A query without each of its parts in turn, for when the whole finds nothing. Null where taking a part out of the text
 * is not taking it out of the query: brackets, OR, an open quote.
 */
export function queryWithoutEachPart(q: string): readonly { readonly without: string; readonly rest: string }[] | null {
  if (/[()]|(^|\s)(OR|AND|NOT)(\s|$)/.test(q) || (q.match(/"/g)?.length ?? 0) % 2 === 1) return null;
  const parts = [...q.matchAll(/[^\s"]*"[^"]*"|\S+/g)].map((match) => match[0]);
  if (parts.length < 2) return null;
  return parts.map((without, index) => ({ without, rest: parts.filter((_, other) => other !== index).join(' ') }));
}
