import type pg from 'pg';

/** An author of the cabal, in hexadecimal. */
export const AUTHOR = '0'.repeat(64);

/** Cabal 1 with an entry in every list of the admin pages. */
export async function givenCabal(pool: pg.Pool, board: { readonly id: number }): Promise<void> {
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
     blocked as (
       insert into cable_blocked (cabal_id, author, blocked_by, reason)
       select id, decode(repeat('cd', 32), 'hex'), 'cli', 'court order' from cabal)
     insert into cable_posts (cabal_id, hash, author, type, channel, channel_name, time, rank, received_at, bytes)
     select id, decode(repeat('11', 32), 'hex'), decode($2, 'hex'), 4, 'tea', 'Tea', 1, 1, now(), 'join' from cabal`,
    [board.id, AUTHOR],
  );
}
