/** Cabals, peers and refusals, for admins of all boards. `secret`: null if the role of the pool needs no session. */
import type pg from 'pg';
import type { Cabal, CabalRefusalList } from '../contract/cabals.ts';
import { asAdmin } from '../../../server/admin/as-account.ts';

/** Reads small tables. Peers of a stopped scraper are left out, and cabals without channels and blocked authors. */
const CABALS = `
select c.id, c.layout, c.lease_until > now() as is_running, coalesce(s.posts, 0) as posts, coalesce(s.bytes, 0) as bytes
from cabals c left join cabal_sizes s on s.cabal_id = c.id
where exists (select from cable_channels h where h.cabal_id = c.id) or exists (select from cable_blocked b where b.cabal_id = c.id)
order by c.id`;
const CHANNELS = `
select c.cabal_id, b.name as board, c.name as channel, c.last_num as posts
from cable_channels c join boards b on b.id = c.board_id order by c.cabal_id, b.name`;
const ADDRESSES = `select cabal_id, url, not is_plain as is_encrypted from cabal_addresses order by cabal_id, url`;
const PEERS = `
select p.cabal_id, p.peer, p.is_dialled, not p.is_plain as is_encrypted, p.since, p.requests, p.posts, p.strikes
from cable_peers p join cabals c on c.id = p.cabal_id where c.lease_until > now() order by p.cabal_id, p.peer`;
const BLOCKED = `
select cabal_id, encode(author, 'hex') as author, blocked_by, blocked_at, reason
from cable_blocked order by cabal_id, blocked_at desc, author`;

const MODERATORS = `
select cabal_id, encode(author, 'hex') as author, appointed_by, appointed_at
from cable_moderators order by cabal_id, appointed_at desc, author`;

type Of<T> = T & { readonly cabal_id: number };
type Row<T> = { readonly [Field in keyof T]: T[Field] extends number ? number | string : T[Field] };

interface ChannelRow {
  readonly board: string;
  readonly channel: Buffer;
  readonly posts: string;
}

type PeerRow = Row<Omit<Cabal['peers'][number], 'since'>> & { readonly since: Date };
type ModeratorRow = Omit<Cabal['moderators'][number], 'appointed_at'> & { readonly appointed_at: Date };
type BlockedRow = Omit<Cabal['blocked'][number], 'blocked_at'> & { readonly blocked_at: Date };

export async function listCabals(pool: pg.Pool, secret: string | null): Promise<Cabal[]> {
  return asAdmin(pool, secret, async (client) => {
    const cabals = await client.query<
      Row<Pick<Cabal, 'posts' | 'bytes'>> & Pick<Cabal, 'id' | 'layout' | 'is_running'>
    >(CABALS);
    const channels = await client.query<Of<ChannelRow>>(CHANNELS);
    const addresses = await client.query<Of<Cabal['addresses'][number]>>(ADDRESSES);
    const peers = await client.query<Of<PeerRow>>(PEERS);
    const blocked = await client.query<Of<BlockedRow>>(BLOCKED);
    const moderators = await client.query<Of<ModeratorRow>>(MODERATORS);
    return cabals.rows.map(({ id, layout, is_running, posts, bytes }) => ({
      id,
      layout,
      is_running,
      posts: Number(posts),
      bytes: Number(bytes),
      channels: ofCabal(channels.rows, id).map(({ board, channel, posts: numbered }) => ({
        board,
        channel: channel.toString('utf8'),
        posts: Number(numbered),
      })),
      addresses: ofCabal(addresses.rows, id),
      peers: ofCabal(peers.rows, id).map(({ since, requests, posts: received, strikes, ...peer }) => ({
        ...peer,
        since: since.toISOString(),
        requests: Number(requests),
        posts: Number(received),
        strikes: Number(strikes),
      })),
      blocked: ofCabal(blocked.rows, id).map(({ blocked_at: at, ...author }) => ({
        ...author,
        blocked_at: at.toISOString(),
      })),
      moderators: ofCabal(moderators.rows, id).map(({ appointed_at: at, ...author }) => ({
        ...author,
        appointed_at: at.toISOString(),
      })),
    }));
  });
}

function ofCabal<T>(rows: readonly Of<T>[], id: number): Omit<Of<T>, 'cabal_id'>[] {
  return rows.filter((row) => row.cabal_id === id).map(({ cabal_id: _cabal, ...row }) => row);
}

/** Newest first; a cabal has at most 5,000 rows. $1 cabal (null: all), $2 reason (null: all), $3 limit. */
const REFUSALS = `
select cabal_id, nullif(peer, '') as peer, reason, detail, times, first_seen, last_seen from cable_refusals
where ($1::int is null or cabal_id = $1) and ($2::text is null or reason = $2) order by last_seen desc, peer, reason limit $3`;

interface RefusalRow {
  readonly cabal_id: number;
  readonly peer: string | null;
  readonly reason: string;
  readonly detail: string;
  readonly times: string;
  readonly first_seen: Date;
  readonly last_seen: Date;
}

export interface RefusalFilter {
  readonly cabal: number | null;
  readonly reason: string | null;
  readonly limit: number;
}

type ListedRefusal = CabalRefusalList['refusals'][number] & { readonly cabal: number };

export async function listCabalRefusals(
  pool: pg.Pool,
  secret: string | null,
  { cabal, reason, limit }: RefusalFilter,
): Promise<{ readonly refusals: ListedRefusal[]; readonly has_more: boolean }> {
  const rows = await asAdmin(
    pool,
    secret,
    async (client) => (await client.query<RefusalRow>(REFUSALS, [cabal, reason, limit + 1])).rows,
  );
  return {
    refusals: rows.slice(0, limit).map(({ cabal_id, times, first_seen, last_seen, ...row }) => ({
      ...row,
      cabal: cabal_id,
      times: Number(times),
      first_seen: first_seen.toISOString(),
      last_seen: last_seen.toISOString(),
    })),
    has_more: rows.length > limit,
  };
}
