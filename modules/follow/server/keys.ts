/** Follow keys and their items, for the reader who has the secret. */
import type pg from 'pg';
import { NotFoundError, RefusedError } from '../../../server/shared/errors.ts';
import { parse } from '../../../server/search/language/parse.ts';
import { QueryError } from '../../../server/search/language/query-error.ts';
import { hashOfTicketCode, newTicketCode } from '../../../server/tickets/ticket-code.ts';
import type { FollowItem, FollowKey, MadeFollowKey, MarkFollowsRead } from '../contract/follow.ts';
import { FOLLOW_LIMITS } from '../limits.ts';
import { kindOf } from './kind-of.ts';
import { ADD_ITEM, DELETE_ITEM, DELETE_KEY, MAKE_KEY, MARK_READ, READ_KEY, RENAME_ITEM } from './sql.ts';

type StoredItem = Omit<FollowItem, 'kind'>;
type StoredKey = Omit<FollowKey, 'items'> & { readonly items: readonly StoredItem[] };

const RETRY_AFTER_SECONDS = 3_600;

/** @throws RefusedError 503 `follow_keys_full` */
export async function makeKey(pool: pg.Pool): Promise<MadeFollowKey> {
  const secret = newTicketCode();
  const { rows } = await pool.query<{ is_made: boolean }>(MAKE_KEY, [hashOfTicketCode(secret)]);
  if (rows[0]?.is_made === true) return { secret };
  throw new RefusedError(
    503,
    'follow_keys_full',
    'The archive has as many follow keys as it takes. Try again later; unused ones expire.',
    RETRY_AFTER_SECONDS,
  );
}

/** @throws NotFoundError `follow_key_unknown` */
export async function readKey(pool: pg.Pool, secret: string): Promise<FollowKey> {
  const { rows } = await pool.query<{ key: StoredKey | null }>(READ_KEY, [hashOfTicketCode(secret)]);
  const key = rows[0]?.key ?? null;
  if (key === null) throw keyUnknown();
  return { ...key, items: key.items.map(presentItem) };
}

/** @throws NotFoundError `follow_key_unknown` */
export async function deleteKey(pool: pg.Pool, secret: string): Promise<void> {
  const { rows } = await pool.query<{ is_deleted: boolean }>(DELETE_KEY, [hashOfTicketCode(secret)]);
  if (rows[0]?.is_deleted !== true) throw keyUnknown();
}

interface NewItem {
  readonly q: string;
  readonly name: string;
  /** Posts up to this rev are not new. */
  readonly readRev: number;
}

/** Returns the item that the key has already, if any. @throws NotFoundError `follow_key_unknown`; RefusedError 409 `follow_items_full`, 503 `follows_full` */
export async function addItem(pool: pg.Pool, secret: string, { q, name, readRev }: NewItem): Promise<FollowItem> {
  const values = [hashOfTicketCode(secret), q, textOf(name), readRev];
  const { rows } = await pool.query<{ outcome: string; item: StoredItem | null }>(ADD_ITEM, values);
  const { outcome, item = null } = rows[0] ?? {};
  if (item !== null) return presentItem(item);
  if (outcome === 'full')
    throw new RefusedError(
      409,
      'follow_items_full',
      `A key follows at most ${FOLLOW_LIMITS.items} items. Delete one first.`,
    );
  if (outcome === 'archive_full')
    throw new RefusedError(
      503,
      'follows_full',
      'The archive takes no more followed items at the moment. Try again later.',
      RETRY_AFTER_SECONDS,
    );
  throw keyUnknown();
}

/** @throws NotFoundError `follow_key_unknown`, `follow_item_unknown` */
export async function renameItem(pool: pg.Pool, secret: string, id: number, name: string): Promise<FollowItem> {
  const values = [hashOfTicketCode(secret), id, textOf(name)];
  const { rows } = await pool.query<{ outcome: string; item: StoredItem | null }>(RENAME_ITEM, values);
  const { outcome, item = null } = rows[0] ?? {};
  if (item === null) throw outcome === 'item_unknown' ? itemUnknown() : keyUnknown();
  return presentItem(item);
}

/** @throws NotFoundError `follow_key_unknown`, `follow_item_unknown` */
export async function deleteItem(pool: pg.Pool, secret: string, id: number): Promise<void> {
  const { rows } = await pool.query<{ outcome: string }>(DELETE_ITEM, [hashOfTicketCode(secret), id]);
  const outcome = rows[0]?.outcome;
  if (outcome === 'item_unknown') throw itemUnknown();
  if (outcome !== 'done') throw keyUnknown();
}

/** Items that the key does not follow any more are ignored. @throws NotFoundError `follow_key_unknown` */
export async function markRead(pool: pg.Pool, secret: string, { items }: MarkFollowsRead): Promise<void> {
  const values = [hashOfTicketCode(secret), items.map(({ id }) => id), items.map(({ through }) => through)];
  const { rows } = await pool.query<{ is_known: boolean }>(MARK_READ, values);
  if (rows[0]?.is_known !== true) throw keyUnknown();
}

function presentItem(item: StoredItem): FollowItem {
  return { ...item, kind: kindOfText(item.q) };
}

/** The language may have changed since the query was stored. */
function kindOfText(q: string): FollowItem['kind'] {
  try {
    return kindOf(parse(q).root);
  } catch (error) {
    if (error instanceof QueryError) return 'search';
    throw error;
  }
}

/** PostgreSQL's text stores no lone surrogates. */
function textOf(written: string): string {
  return written.toWellFormed().trim().slice(0, FOLLOW_LIMITS.name).toWellFormed();
}

function keyUnknown(): NotFoundError {
  return new NotFoundError(
    'follow_key_unknown',
    'There is no follow key with this secret: it was deleted, or not used for a year. Create a new one.',
  );
}

export function itemUnknown(): NotFoundError {
  return new NotFoundError('follow_item_unknown', 'The key does not follow this item any more.');
}
