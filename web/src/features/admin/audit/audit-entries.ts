import type { Moderate } from '../../../../../mappings/contract/admin.ts';
import type { AuditEntry } from '../../../../../mappings/contract/audit.ts';
import type { AuditFilter } from '../api.ts';

/** The filter in an address or a form. Invalid values are ignored. */
export function readAuditFilter(raw: Readonly<Record<string, unknown>>): AuditFilter {
  const text = (name: string, form: RegExp) => {
    const value = typeof raw[name] === 'string' ? raw[name].trim() : '';
    return form.test(value) ? value : undefined;
  };
  return {
    actor: text('actor', /^.{1,64}$/),
    action: text('action', /^[a-z_]{1,40}(\.[a-z]{1,20})?$/),
    board: text('board', /^[a-z0-9][a-z0-9_-]{0,31}$/),
    post: text('post', /^\d{1,16}(_\d{1,10})?$/),
    before: text('before', /^[1-9]\d{0,15}$/),
  };
}

export interface AuditTarget {
  /** Posts that the entry names, as `71` or `71_2`. */
  readonly posts: readonly { readonly name: string; readonly num: number }[];
  /** The other details of the entry, in one line. */
  readonly facts: string;
}

export function targetOf({ target }: Pick<AuditEntry, 'target'>): AuditTarget {
  const { posts = [], ...others } = target as Readonly<Record<string, unknown>>;
  const names = Array.isArray(posts) ? posts.map(String) : [];
  const facts = Object.entries(others).map(
    ([name, value]) => `${name} ${Array.isArray(value) ? value.join(', ') : String(value)}`,
  );
  return { posts: names.map((name) => ({ name, num: Number.parseInt(name, 10) })), facts: facts.join('; ') };
}

const OPPOSITES = { 'posts.hide': 'show', 'posts.show': 'hide' } as const;

const OF_SETTINGS = ['boards.update', 'board_defaults.update'];

/** A request that undoes an entry: a moderation, or the settings change of the entry with this id. */
export type Undo = Moderate | { readonly action: 'settings'; readonly entry: number };

/** The request that undoes this entry; null if none can. */
export function undoOf({ id, action, board, target }: AuditEntry): Undo | null {
  const { columns } = target as { readonly columns?: unknown };
  if (OF_SETTINGS.includes(action) && Array.isArray(columns) && columns.includes('settings')) {
    return { action: 'settings', entry: id };
  }
  const opposite = Object.hasOwn(OPPOSITES, action) ? OPPOSITES[action as keyof typeof OPPOSITES] : null;
  if (opposite === null || board === null) return null;
  const { thread, posts } = target as { readonly thread?: unknown; readonly posts?: unknown };
  if (typeof thread === 'number') return { action: opposite, board, num: thread, thread: true };
  if (!Array.isArray(posts) || posts.length !== 1) return null;
  const [num, subnum] = String(posts[0]).split('_').map(Number);
  return num === undefined ? null : { action: opposite, board, num, ...(subnum !== undefined && { subnum }) };
}
