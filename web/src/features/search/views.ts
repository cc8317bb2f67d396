/** How hits are shown. The address holds it, as it holds everything. */
export const VIEWS = ['list', 'compact', 'gallery', 'threads'] as const;
export type View = (typeof VIEWS)[number];

/** The list is left out of addresses. */
export function readView(value: unknown): View | undefined {
  return VIEWS.find((view) => view === value && view !== 'list');
}

const PICTURED = 'has:file';

/** The question behind a view: pictures need one, threads come once each. */
export function viewQuery(
  q: string,
  view: View | undefined,
): { readonly q: string; readonly group: 'thread' | undefined } {
  const pictured = view === 'gallery' ? `${hasChoice(q) ? `(${q})` : q} ${PICTURED}`.trim() : q;
  return { q: pictured, group: view === 'threads' ? 'thread' : undefined };
}

/** A query that was made from the one behind a view, as the bar shows it: the view goes on asking for its part itself. */
export function withoutView(q: string, view: View | undefined): string {
  if (view !== 'gallery') return q;
  return q
    .split(' ')
    .filter((part) => part !== PICTURED)
    .join(' ');
}

/** Something added after an OR would belong to its right side alone. */
function hasChoice(q: string): boolean {
  return /\||(^|\s)OR(\s|$)/.test(q);
}
