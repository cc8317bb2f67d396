import type { Moderate } from '../../../../../mappings/contract/admin.ts';
import type { AuditEntry } from '../../../../../mappings/contract/audit.ts';
import { stringifySearch } from '../../../lib/addresses.ts';
import type { AuditFilter } from '../api.ts';

const DATE = /^\d{4}-\d{2}-\d{2}$/;

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
    from: text('from', DATE),
    to: text('to', DATE),
    before: text('before', /^[1-9]\d{0,15}$/),
  };
}

/** The filter of the API: days of the browser's time zone become times. The last day is included. */
export function requestOf({ from, to, ...filter }: AuditFilter): AuditFilter {
  return { ...filter, from: beginOf(from, 0), to: beginOf(to, 1) };
}

function beginOf(day: string | undefined, later: number): string | undefined {
  const [year, month, date] = day?.split('-').map(Number) ?? [];
  if (year === undefined || month === undefined || date === undefined) return undefined;
  const time = new Date(year, month - 1, date + later);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

export interface NamedPost {
  /** `71`, or `71_2` for a ghost post. */
  readonly name: string;
  readonly num: number;
}

/** The posts that an entry names; actions on reports and notes name one by its numbers. */
export function postsOf({ target }: Pick<AuditEntry, 'target'>): readonly NamedPost[] {
  const { posts, num, subnum } = target as Readonly<Record<string, unknown>>;
  const ghost = typeof subnum === 'number' && subnum > 0 ? `_${subnum}` : '';
  const names = Array.isArray(posts) ? posts.map(String) : typeof num === 'number' ? [`${num}${ghost}`] : [];
  return names.map((name) => ({ name, num: Number.parseInt(name, 10) }));
}

/** The other numbers that an entry names, of dumps for example. */
export function numbersOf({ target }: Pick<AuditEntry, 'target'>): readonly number[] {
  return Object.values(target)
    .flat()
    .filter((value): value is number => typeof value === 'number');
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

export function auditAddress(filter: AuditFilter): string {
  return `/admin/audit${stringifySearch({ ...filter })}`;
}
