import type pg from 'pg';
import type { TestModule } from '../../../../test/support/module.ts';
import { CONTENT_TABLES } from './content-tables.ts';
import { keysOf, makePost } from './posts.ts';

/** An author of the cabal, in hexadecimal. */
const AUTHOR = '0'.repeat(64);

/** Cabal 1 with an entry in every list of the admin pages. The board's post 1 is a post of the cabal: blocking its author purges it. */
async function givenCabal(pool: pg.Pool, board: { readonly id: number }): Promise<void> {
  await pool.query(
    `with cabal as (
       insert into cabals (key_id, key_file, layout, worker, lease_until)
       values (decode(repeat('ab', 16), 'hex'), '/secret/place/cabal.key', 'deployed', 'scraper 1', now() + interval '1 hour') returning id),
     channel as (insert into cable_channels (cabal_id, channel, name, board_id) select id, 'tea', 'Tea', $1 from cabal),
     address as (insert into cabal_addresses (cabal_id, url) select id, 'cable://peer.example.org:13331' from cabal),
     peer as (
       insert into cable_peers (cabal_id, peer, is_dialled, is_plain, since, requests, posts, strikes)
       select id, '192.0.2.7:13331', true, false, now(), 12, 3400, 5 from cabal),
     refusal as (
       insert into cable_refusals (cabal_id, peer, reason, detail, times, first_seen, last_seen)
       select id, '192.0.2.7:13331', 'signature', 'the signature of a post is wrong', 2, now(), now() from cabal),
     moderator as (
       insert into cable_moderators (cabal_id, author, appointed_by) select id, decode(repeat('ef', 32), 'hex'), 'cli' from cabal),
     blocked as (
       insert into cable_blocked (cabal_id, author, blocked_by, reason)
       select id, decode(repeat('cd', 32), 'hex'), 'cli', 'court order' from cabal)
     insert into cable_posts (cabal_id, hash, author, type, channel, channel_name, time, rank, received_at, bytes, board_id, num)
     select id, decode(repeat('11', 32), 'hex'), decode($2, 'hex'), 4, 'tea', 'Tea', 1, 1, now(), 'join', $1, 1 from cabal`,
    [board.id, AUTHOR],
  );
  const { bytes, hash } = makePost(keysOf(1), 1, { type: 'info', info: [['motto', Buffer.from('slow tea')]] });
  await pool.query(
    `with post as (
       insert into cable_posts (cabal_id, hash, author, type, time, rank, received_at, bytes)
       select id, $1, decode($2, 'hex'), 2, 1, 1, now(), $3 from cabals returning cabal_id, author, hash)
     insert into cable_users (cabal_id, author, hash) select cabal_id, author, hash from post`,
    [hash, AUTHOR, bytes],
  );
}

const BLOCKED = '/api/v1/admin/cabals/:id/blocked-authors';
const MODERATORS = '/api/v1/admin/cabals/:id/moderators';

export const cable: TestModule = {
  name: 'cable',
  staff: {
    given: givenCabal,
    requests: [
      { operation: 'appointCabalModerator', route: `POST ${MODERATORS}`, body: { author: AUTHOR } },
      { operation: 'dismissCabalModerator', route: `DELETE ${MODERATORS}/:author`, body: {} },
      { operation: 'blockCabalAuthor', route: `POST ${BLOCKED}`, body: { author: AUTHOR } },
      { operation: 'unblockCabalAuthor', route: `DELETE ${BLOCKED}/:author`, body: {} },
    ],
    addressValues: { author: AUTHOR },
    tables: ['cable_blocked', 'cable_moderators'],
    pages: [
      {
        name: 'cabals',
        address: ({ board }) => `/admin/cabals?board=${board}&author=${AUTHOR}`,
        shows: '.cabal .action-form',
        isAdmin: true,
      },
    ],
  },
  database: {
    contentTables: CONTENT_TABLES,
    leave: (secret) => ({
      cable_posts: `with cabal as (
          insert into cabals (key_id, key_file, layout) values (decode(repeat('00', 16), 'hex'), 'key', 'deployed')
          on conflict (key_id) do update set key_file = 'key' returning id)
        insert into cable_posts (cabal_id, hash, author, type, channel, channel_name, time, rank, received_at, bytes, board_id, num)
        select id, sha256($2::bigint::text::bytea), decode(repeat('01', 32), 'hex'), 0, 'tea', 'tea', 1, 1, now(), '${secret}', $1, $2
          from cabal`,
    }),
    ownerFunctions: [
      'sagasu_scraper purge_cable_posts',
      'sagasu_scraper retitle_cable_board',
      'sagasu_server cable_board_contents',
      'sagasu_server drop_cable_author',
      'sagasu_server read_cable_info',
    ],
    columnsOfOperators: { cable_posts: ['received_at'] },
  },
};
