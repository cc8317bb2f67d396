/** Stores arrived posts and updates all views in one transaction. */
import type pg from 'pg';
import { inTransaction, prepared } from '../../../platform/postgres.ts';
import type { Layout } from '../codec/layout.ts';
import { POST_TYPES, decodePost, nameIn } from '../codec/post.ts';
import type { Cabal } from './cabal.ts';
import {
  claimKey,
  planPosts,
  type ArrivedPost,
  type NewPost,
  type PostPlan,
  type StoredPost,
  type StoredState,
} from './plan-posts.ts';
import * as sql from './sql.ts';

export interface StoreOutcome {
  /** Posts that this call has stored. */
  readonly added: readonly NewPost[];
  /** Deletes with their channels. The channel is empty for deletes of infos. */
  readonly channelDeletes: PostPlan['channelDeletes'];
  /** The number of tombstones that this call has written. */
  readonly deleted: number;
  /** The number of posts of blocked authors. */
  readonly blocked: number;
}

/** The parts of the views that must be refreshed. */
class Touched {
  readonly #members = new Map<string, readonly [channel: Buffer, author: Buffer]>();
  readonly #users = new Map<string, Buffer>();

  add(author: Buffer, type: number, channel: Buffer): void {
    if (channel.length > 0)
      this.#members.set(`${channel.toString('hex')} ${author.toString('hex')}`, [channel, author]);
    if (type === POST_TYPES.info) this.#users.set(author.toString('hex'), author);
  }

  get members(): [channels: Buffer[], authors: Buffer[]] {
    const pairs = [...this.#members.values()];
    return [pairs.map(([channel]) => channel), pairs.map(([, author]) => author)];
  }

  get channels(): Buffer[] {
    return [...new Map(this.members[0].map((channel) => [channel.toString('hex'), channel])).values()];
  }

  get users(): Buffer[] {
    return [...this.#users.values()];
  }
}

/** Idempotent: ignores posts that are stored or deleted already. */
export async function storePosts(
  pool: pg.Pool,
  cabal: Cabal,
  arrived: readonly ArrivedPost[],
  now: Date,
): Promise<StoreOutcome> {
  if (arrived.length === 0) return { added: [], channelDeletes: [], deleted: 0, blocked: 0 };
  return inTransaction(pool, async (client) => {
    // Sent together, but carried out in this order: the reads happen under the lock.
    const [, state] = await Promise.all([
      client.query(prepared(sql.LOCK_CABAL, [cabal.id])),
      readState(client, cabal, arrived),
    ]);
    const plan = planPosts(arrived, state);
    const touched = new Touched();
    await Promise.all([writePlan(client, cabal, plan, now, touched), raiseRanks(client, cabal, plan, touched)]);
    await refreshViews(client, cabal, touched);
    return {
      added: plan.added,
      channelDeletes: plan.channelDeletes,
      deleted: plan.deletedOnArrival.length + plan.deleted.length,
      blocked: plan.blocked,
    };
  });
}

interface KnownRow {
  readonly hash: Buffer;
  readonly author: Buffer;
  readonly type: number;
  readonly channel: Buffer;
  readonly rank: string;
  readonly is_deleted: boolean;
}

async function readState(client: pg.PoolClient, { id }: Cabal, arrived: readonly ArrivedPost[]): Promise<StoredState> {
  const hashes = distinct(arrived.map(({ hash }) => hash));
  const named = arrived.flatMap(({ post }) => (post.type === 'delete' ? [...post.links, ...post.hashes] : post.links));
  const authors = distinct(arrived.map(({ post }) => post.publicKey));
  const [known, claims, blocked, moderators] = await Promise.all([
    client.query<KnownRow>(prepared(sql.SELECT_KNOWN, [id, distinct([...hashes, ...named])])),
    client.query<{ target: Buffer; author: Buffer; deleted_by: Buffer }>(prepared(sql.SELECT_CLAIMS, [id, hashes])),
    client.query<{ author: Buffer }>(prepared(sql.SELECT_BLOCKED, [id, authors])),
    client.query<{ author: Buffer }>(prepared(sql.SELECT_MODERATORS, [id])),
  ]);
  const posts = new Map<string, StoredPost>(
    known.rows.map((row) => [
      row.hash.toString('hex'),
      { author: row.author, type: row.type, channel: row.channel, rank: Number(row.rank), isDeleted: row.is_deleted },
    ]),
  );
  const byClaim = Map.groupBy(claims.rows, ({ target, author }) => claimKey(target, author));
  return {
    posts,
    claims: new Map([...byClaim].map(([key, rows]) => [key, rows.map((row) => row.deleted_by)])),
    blocked: new Set(blocked.rows.map(({ author }) => author.toString('hex'))),
    moderators: new Set(moderators.rows.map(({ author }) => author.toString('hex'))),
  };
}

/** Sends all statements together, because a round trip takes longer than a statement. PostgreSQL carries them out in this order. */
async function writePlan(
  client: pg.PoolClient,
  { id }: Cabal,
  { added, deletedOnArrival, deleted, channelDeletes, claims }: PostPlan,
  now: Date,
  touched: Touched,
): Promise<void> {
  const all = [...added, ...deletedOnArrival];
  const sent: Promise<unknown>[] = [];
  if (added.length > 0) {
    const bytes = added.map((post) => post.bytes);
    const names = added.map(({ channelName }) => channelName);
    const [hashes, authors, types, channels, times, ranks] = columnsOf(added);
    const values = [id, hashes, authors, types, channels, names, times, ranks, bytes, now];
    sent.push(client.query(prepared(sql.INSERT_POSTS, values)));
  }
  for (const { post, channel } of added) touched.add(post.publicKey, POST_TYPES[post.type], channel);
  const links = all.flatMap(({ post, hash }) => post.links.map((link) => [link, hash] as const));
  if (links.length > 0)
    sent.push(
      client.query(prepared(sql.INSERT_LINKS, [id, links.map(([link]) => link), links.map(([, hash]) => hash)])),
    );
  if (deletedOnArrival.length > 0) {
    const values = [id, ...columnsOf(deletedOnArrival), deletedOnArrival.map(({ deletedBy }) => deletedBy)];
    sent.push(client.query(sql.INSERT_TOMBSTONES, values));
  }
  if (all.length > 0) sent.push(client.query(prepared(sql.DELETE_CLAIMS, [id, all.map(({ hash }) => hash)])));
  if (claims.length > 0) {
    const values = [claims.map(({ target }) => target), claims.map(({ author }) => author)];
    sent.push(client.query(sql.INSERT_CLAIMS, [id, ...values, claims.map(({ deletedBy }) => deletedBy)]));
  }
  sent.push(deleteStored(client, id, deleted, touched));
  if (channelDeletes.length > 0) {
    const channels = channelDeletes.map(({ channel }) => channel);
    const deletes = channelDeletes.map(({ deletedBy }) => deletedBy);
    sent.push(client.query(sql.INSERT_CHANNEL_DELETES, [id, channels, deletes]));
  }
  await Promise.all(sent);
}

async function deleteStored(
  client: pg.PoolClient,
  id: number,
  deleted: PostPlan['deleted'],
  touched: Touched,
): Promise<void> {
  if (deleted.length === 0) return;
  const targets = deleted.map(({ target }) => target);
  const deletes = deleted.map(({ deletedBy }) => deletedBy);
  const { rows } = await client.query<Pick<KnownRow, 'author' | 'type' | 'channel'>>(sql.DELETE_POSTS, [
    id,
    targets,
    deletes,
  ]);
  for (const { author, type, channel } of rows) touched.add(author, type, channel);
}

/** Raises the ranks of posts that arrived before a post that they link to. */
async function raiseRanks(
  client: pg.PoolClient,
  { id }: Cabal,
  { added, deletedOnArrival }: PostPlan,
  touched: Touched,
): Promise<void> {
  let raised = [...added, ...deletedOnArrival].map(({ hash, rank }) => ({ hash, rank }));
  while (raised.length > 0) {
    const values = [id, raised.map(({ hash }) => hash), raised.map(({ rank }) => rank)];
    const { rows } = await client.query<KnownRow>(prepared(sql.RAISE_RANKS, values));
    for (const { author, type, channel } of rows) touched.add(author, type, channel);
    raised = rows.map(({ hash, rank }) => ({ hash, rank: Number(rank) }));
  }
}

async function refreshViews(client: pg.PoolClient, { id, layout }: Cabal, touched: Touched): Promise<void> {
  const [channels, authors] = touched.members;
  if (channels.length > 0) {
    await Promise.all([
      client.query(prepared(sql.REFRESH_MEMBERS, [id, channels, authors])),
      client.query(prepared(sql.REFRESH_TOPICS, [id, touched.channels])),
    ]);
  }
  const { users } = touched;
  if (users.length === 0) return;
  const { rows } = await client.query<{ author: Buffer; hash: Buffer | null; bytes: Buffer | null }>(sql.LATEST_INFOS, [
    id,
    users,
  ]);
  const { rows: renamed } = await client.query<{ author: Buffer }>(sql.SAVE_USERS, [
    id,
    rows.map(({ author }) => author),
    rows.map(({ hash }) => hash),
    rows.map(({ bytes }) => (bytes === null ? null : nameOf(bytes, layout))),
  ]);
  if (renamed.length > 0) await client.query(sql.RENEW_NAMES, [id, renamed.map(({ author }) => author)]);
}

/** Returns null without a name. NUL is replaced, because PostgreSQL cannot store it. */
function nameOf(bytes: Buffer, layout: Layout): string | null {
  const post = decodePost(bytes, layout);
  const value = post.type === 'info' ? post.info.find(([key]) => key === 'name')?.[1] : undefined;
  return value === undefined ? null : nameIn(value).replaceAll('\0', '\u{FFFD}');
}

function columnsOf(
  posts: readonly NewPost[],
): [hashes: Buffer[], authors: Buffer[], types: number[], channels: Buffer[], times: number[], ranks: number[]] {
  return [
    posts.map(({ hash }) => hash),
    posts.map(({ post }) => post.publicKey),
    posts.map(({ post }) => POST_TYPES[post.type]),
    posts.map(({ channel }) => channel),
    posts.map(({ post }) => post.timestamp),
    posts.map(({ rank }) => rank),
  ];
}

function distinct(all: readonly Buffer[]): Buffer[] {
  return [...new Map(all.map((bytes) => [bytes.toString('hex'), bytes])).values()];
}
