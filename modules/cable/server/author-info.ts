import type { PoolClient } from 'pg';
import type { Layout } from '../codec/layout.ts';
import { decodePost } from '../codec/post.ts';
import type { CabalAuthor } from '../contract/cabals.ts';

/** The function's comment names the indexes. $1 cabal, $2 author. */
const READ_INFO = 'select bytes, layout from read_cable_info($1, $2)';

const MAX_VALUE = 500;

/** Returns the properties of the author's latest info except the name. Their meaning is that of the program that wrote them. */
export async function readAuthorInfo(client: PoolClient, cabal: number, author: Buffer): Promise<CabalAuthor['info']> {
  const { rows } = await client.query<{ bytes: Buffer; layout: Layout }>(READ_INFO, [cabal, author]);
  const [row] = rows;
  if (row === undefined) return [];
  const post = decodePost(row.bytes, row.layout);
  if (post.type !== 'info') return [];
  return post.info.filter(([key]) => key !== 'name').map(([key, value]) => ({ key, value: textOf(value) }));
}

const CONTROLS = /[\p{Cc}\u{fffd}\u{202a}-\u{202e}\u{2066}-\u{2069}]/u;

function textOf(value: Buffer): string {
  const text = value.toString('utf8');
  return (CONTROLS.test(text) ? `0x${value.toString('hex')}` : text).slice(0, MAX_VALUE);
}
