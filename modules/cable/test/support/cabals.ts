import { createHash } from 'node:crypto';
import type pg from 'pg';
import { hashOf } from '../../codec/crypto.ts';
import type { Layout } from '../../codec/layout.ts';
import { decodePost } from '../../codec/post.ts';
import type { Cabal } from '../../views/cabal.ts';
import type { ArrivedPost } from '../../views/plan-posts.ts';

/** @param owner A pool of the database owner. */
export async function insertCabal(owner: pg.Pool, name: string, layout: Layout = 'deployed'): Promise<Cabal> {
  const { rows } = await owner.query<{ id: number }>(
    'insert into cabals (key_id, key_file, layout) values ($1, $2, $3) returning id',
    [createHash('sha256').update(name).digest().subarray(0, 16), `/keys/${name}`, layout],
  );
  return { id: rows[0]?.id ?? 0, layout };
}

export function arrivedPost(bytes: Buffer, layout: Layout = 'deployed'): ArrivedPost {
  return { bytes, hash: hashOf(bytes), post: decodePost(bytes, layout) };
}

const hex = (column: string): string => `encode(${column}, 'hex')`;

/** Reads all views of a cabal, without columns that depend on the order of arrival. */
export async function viewsOf(pool: pg.Pool, { id }: Cabal): Promise<Record<string, readonly string[]>> {
  const views = {
    posts: `select ${hex('hash')} || ' ' || rank from cable_posts where cabal_id = $1`,
    tombstones: `select ${hex('hash')} || ' ' || rank from cable_tombstones where cabal_id = $1`,
    links: `select ${hex('hash')} || ' ' || ${hex('link')} from cable_links where cabal_id = $1`,
    claims: `select ${hex('target')} || ' ' || ${hex('deleted_by')} from cable_claims where cabal_id = $1`,
    deletes: `select ${hex('channel')} || ' ' || ${hex('hash')} from cable_channel_deletes where cabal_id = $1`,
    members: `select ${hex('channel')} || ' ' || ${hex('author')} || ' ' || is_member || ' ' || coalesce(${hex('state')}, '')
      from cable_members where cabal_id = $1`,
    topics: `select ${hex('channel')} || ' ' || ${hex('name')} || ' ' || coalesce(${hex('hash')}, '')
      from cable_topics where cabal_id = $1`,
    users: `select ${hex('author')} || ' ' || ${hex('hash')} || ' ' || coalesce(name, '') from cable_users where cabal_id = $1`,
  };
  const found: Record<string, readonly string[]> = {};
  for (const [view, statement] of Object.entries(views)) {
    const { rows } = await pool.query<{ line: string }>(
      `select line from (${statement}) v (line) order by line collate "C"`,
      [id],
    );
    found[view] = rows.map(({ line }) => line);
  }
  return found;
}
