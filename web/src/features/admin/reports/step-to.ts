/** The mark of the current post for `j` and `k` (features/shortcuts/shortcuts.ts). */
const MARK = 'data-current';

function rowsOf(list: HTMLElement | null): readonly HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[data-reported]') ?? [])];
}

/** The post after the decided ones, which leave the list, or the one before if they are the last; null if none stays. */
export function postAfter(list: HTMLElement | null, decided: readonly string[]): string | null {
  const keys = rowsOf(list).map((row) => row.dataset['reported'] ?? '');
  const last = keys.findLastIndex((key) => decided.includes(key));
  const stays = (key: string) => !decided.includes(key);
  return keys.slice(last + 1).find(stays) ?? keys.slice(0, Math.max(last, 0)).findLast(stays) ?? null;
}

/** Moves the focus to a post of the list, or to the list. */
export function stepTo(list: HTMLElement | null, key: string | null): void {
  document.querySelector(`[${MARK}]`)?.removeAttribute(MARK);
  const row = rowsOf(list).find(({ dataset }) => dataset['reported'] === key);
  const post = row?.querySelector<HTMLElement>('article') ?? row?.querySelector<HTMLElement>('section') ?? null;
  if (post === null) {
    list?.focus({ preventScroll: true });
    return;
  }
  post.setAttribute(MARK, '');
  if (post.tabIndex < 0) post.tabIndex = -1;
  post.focus();
}
