/** Moderators add, list and lift bans, and look at addresses. */
import ipaddr from 'ipaddr.js';
import type pg from 'pg';
import { BAN_WIDTHS, MAX_BAN_DAYS } from '../../mappings/ban.ts';
import type {
  AddBan,
  Ban,
  BanAppeal,
  BanList,
  DecideAppeal,
  KeptAddresses,
  LookAtAddresses,
} from '../../mappings/contract/bans.ts';
import { asAccount, assertModerator, assertModeratorOfAll, assertModeratorOfAny } from '../admin/as-account.ts';
import { listBoards } from '../../store/boards/boards.ts';
import { boardAmong, boardNamed } from '../boards/board-named.ts';
import { NotFoundError, RefusedError } from '../shared/errors.ts';
import * as sql from './sql.ts';

const DAY_MS = 86_400_000;

export interface BanFilter {
  readonly state: sql.BanState;
  /** Name; null for all boards of the account, and the bans on all boards. */
  readonly board: string | null;
  /** Only bans with a lower id. */
  readonly before: number | null;
  readonly limit: number;
}

interface BanRow extends Omit<Ban, 'id' | 'post' | 'created_at' | 'expires_at' | 'lifted_at' | 'appeals'> {
  readonly id: string;
  readonly post_board: string | null;
  readonly num: string | null;
  readonly subnum: number | null;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly lifted_at: Date | null;
  readonly appeals: readonly BanAppeal[];
}

/** Newest first. `secret` null: the pool's role must have the right, as the role of the command line has. */
export async function listBans(
  pool: pg.Pool,
  secret: string | null,
  { state, board, before, limit }: BanFilter,
): Promise<BanList> {
  const boardId = board === null ? null : (await boardNamed(pool, board)).id;
  const { rows } = await asAccount(pool, secret, async (client) =>
    client.query<BanRow>(sql.listBans(state), [boardId, before, limit + 1]),
  );
  const bans = rows.slice(0, limit).map(toBan);
  return { bans, next: rows.length > limit ? (bans.at(-1)?.id ?? null) : null };
}

function toBan({ id, post_board: board, num, subnum, created_at: created, expires_at: expires, ...row }: BanRow): Ban {
  return {
    ...row,
    id: Number(id),
    post: board === null || num === null ? null : { board, num: Number(num), subnum: subnum ?? 0 },
    created_at: created.toISOString(),
    expires_at: expires.toISOString(),
    lifted_at: row.lifted_at?.toISOString() ?? null,
    appeals: row.appeals.map((appeal) => ({
      ...appeal,
      written_at: new Date(appeal.written_at).toISOString(),
      decided_at: appeal.decided_at === null ? null : new Date(appeal.decided_at).toISOString(),
    })),
  };
}

/**
 * Returns the ids of the new bans, one for each board. `secret`: null for the command line.
 * @throws RefusedError 400 `request_invalid`, `network_invalid`; 403 `role_required`. NotFoundError `board_unknown`, `address_unknown`
 */
export async function addBans(pool: pg.Pool, secret: string | null, request: AddBan): Promise<readonly number[]> {
  return asAccount(pool, secret, async (client) => addBansIn(client, request, secret !== null));
}

/** In the caller's transaction. `hasAccount`: whether it is that of an account, whose roles then count. @throws errors of `addBans` */
export async function addBansIn(
  client: pg.PoolClient,
  request: AddBan,
  hasAccount: boolean,
): Promise<readonly number[]> {
  const { network, post, boards, days, reason, reason_shown: isShown = true } = request;
  if ((network === undefined) === (post === undefined)) {
    throw new RefusedError(400, 'request_invalid', 'Name either a network or a post.');
  }
  if (!(days > 0 && days <= MAX_BAN_DAYS)) {
    throw new RefusedError(400, 'request_invalid', `A ban lasts up to ${MAX_BAN_DAYS} days.`);
  }
  const until = new Date(Date.now() + days * DAY_MS);
  const banned = network === undefined ? null : networkOf(network);
  const known = await listBoards(client);
  const named = boards.map((name) => boardAmong(known, name));
  const postBoard = post === undefined ? null : boardAmong(known, post.board);
  const why = reason.toWellFormed().trim();
  if (hasAccount) {
    for (const board of [...named, ...(postBoard === null ? [] : [postBoard])]) await assertModerator(client, board);
    if (named.length === 0) await assertModeratorOfAll(client);
  }
  const ids: number[] = [];
  for (const boardId of named.length === 0 ? [null] : named.map(({ id }) => id)) {
    const { ipv4, ipv6 } = BAN_WIDTHS[request.width ?? 'address'];
    const { rows } =
      post === undefined || postBoard === null
        ? await client.query<{ id: string }>(sql.ADD_BAN, [banned, boardId, why, isShown, until])
        : await client.query<{ id: string | null }>(sql.ADD_BAN_OF_POSTER, [
            postBoard.id,
            post.num,
            post.subnum ?? 0,
            ipv4,
            ipv6,
            boardId,
            why,
            isShown,
            until,
          ]);
    const id = rows[0]?.id ?? null;
    if (id === null) throw new NotFoundError('address_unknown', 'The address that wrote this post is not kept.');
    ids.push(Number(id));
  }
  return ids;
}

/** `192.0.2.7/32`, `2001:db8::/48`. @throws RefusedError 400 `network_invalid` */
export function networkOf(text: string): string {
  const [, address = '', bits] = /^\s*([^/\s]+)(?:\/(\d{1,3}))?\s*$/.exec(text) ?? [];
  if (!ipaddr.IPv4.isValidFourPartDecimal(address) && !ipaddr.IPv6.isValid(address)) throw invalidNetwork(text);
  const parsed = ipaddr.process(address);
  const isIpv4 = parsed.kind() === 'ipv4';
  const length = bits === undefined ? (isIpv4 ? 32 : 64) : Number(bits);
  if (isIpv4 ? length < 16 || length > 32 : ![48, 56, 64].includes(length)) throw invalidNetwork(text);
  return `${parsed.toString()}/${length}`;
}

function invalidNetwork(text: string): RefusedError {
  return new RefusedError(
    400,
    'network_invalid',
    `${text} is no network that can be banned: write an address, a /16 to /32 of IPv4, or a /48, /56 or /64 of IPv6.`,
  );
}

/** @throws NotFoundError `ban_unknown`, also for a ban that has been lifted or that the account may not lift */
export async function liftBan(pool: pg.Pool, secret: string | null, id: number, account: string): Promise<void> {
  await asAccount(pool, secret, async (client) => {
    if (secret !== null) await assertModeratorOfAny(client);
    const { rowCount } = await client.query(sql.LIFT_BAN, [id, account]);
    if (rowCount === 0) throw new NotFoundError('ban_unknown', `There is no ban ${id} that you may lift.`);
  });
}

/** Granting an appeal lifts the ban. @throws NotFoundError `appeal_unknown`, also for a decided appeal */
export async function decideAppeal(
  pool: pg.Pool,
  secret: string,
  { id, account }: { readonly id: number; readonly account: string },
  { granted, answer = '' }: DecideAppeal,
): Promise<void> {
  const text = answer.toWellFormed().trim();
  await asAccount(pool, secret, async (client) => {
    await assertModeratorOfAny(client);
    await client.query(sql.LOCK_APPEALED, [id]);
    const values = [id, account, granted, text === '' ? null : text];
    const { rows } = await client.query<{ ban_id: string }>(sql.DECIDE_APPEAL, values);
    const [decided] = rows;
    if (decided === undefined)
      throw new NotFoundError('appeal_unknown', `There is no appeal ${id} that you may decide.`);
    if (granted) await client.query(sql.LIFT_BAN, [decided.ban_id, account]);
  });
}

interface KeptRow {
  readonly kind: KeptAddresses['addresses'][number]['kind'];
  readonly network: string;
  readonly until: Date;
}

/**
 * Stored addresses of a post's writer or of a ban. The audit log has an entry for each look.
 * @throws RefusedError 400, 403; NotFoundError
 */
export async function viewAddresses(
  pool: pg.Pool,
  secret: string | null,
  { post, ban, reason = '' }: LookAtAddresses,
): Promise<KeptAddresses> {
  if ((post === undefined) === (ban === undefined)) {
    throw new RefusedError(400, 'request_invalid', 'Name either a post or a ban.');
  }
  const board = post === undefined ? null : await boardNamed(pool, post.board);
  const why = reason.toWellFormed().trim();
  const { rows } = await asAccount(pool, secret, async (client) => {
    if (secret !== null) await (board === null ? assertModeratorOfAny(client) : assertModerator(client, board));
    if (ban !== undefined) await assertMayLift(client, ban);
    const where = [board?.id ?? null, post?.num ?? null, post === undefined ? null : (post.subnum ?? 0), ban ?? null];
    return client.query<KeptRow>(sql.VIEW_ADDRESSES, [...where, why === '' ? null : why]);
  });
  return { addresses: rows.map(({ kind, network, until }) => ({ kind, network, kept_until: until.toISOString() })) };
}

/** Locking a row needs the right to change it. Index: bans_pkey. $1 ban. */
const LOCK_BAN = 'select from bans where id = $1 for update';

async function assertMayLift(client: pg.ClientBase, id: number): Promise<void> {
  const { rowCount } = await client.query(LOCK_BAN, [id]);
  if (rowCount === 0) throw new NotFoundError('ban_unknown', `There is no ban ${id} that you may change.`);
}
