import { Command } from 'commander';
import { blockCableAuthor } from '../server/moderation/block-cable-author.ts';
import { readBoard, UsageError } from './arguments.ts';
import { withHideNotices } from './post.ts';
import { removalLog, withDatabase } from './stores.ts';
import { formatMinute, jsonOption, printList } from './table.ts';

/** The whole of small tables. */
const PEERS = `
select p.cabal_id as cabal, p.peer, p.is_dialled, p.is_plain, p.since, p.requests, p.posts, p.strikes
from cable_peers p order by p.cabal_id, p.peer`;
const REFUSALS = `
select r.cabal_id as cabal, r.peer, r.reason, r.detail, r.times, r.last_seen from cable_refusals r
order by r.last_seen desc limit 200`;

interface PeerRow {
  readonly cabal: number;
  readonly peer: string;
  readonly is_dialled: boolean;
  readonly is_plain: boolean;
  readonly since: Date;
  readonly requests: string;
  readonly posts: string;
  readonly strikes: number;
}

interface RefusalRow {
  readonly cabal: number;
  readonly peer: string;
  readonly reason: string;
  readonly detail: string;
  readonly times: string;
  readonly last_seen: Date;
}

export function cableCommand(): Command {
  const cable = new Command('cable').description('See the peers of cabals, and block authors');
  cable
    .command('peers')
    .description('List the connected peers with their requests, posts and strikes')
    .addOption(jsonOption())
    .action(async (options: { readonly json: boolean }) => {
      const { rows } = await withDatabase((pool) => pool.query<PeerRow>(PEERS));
      printList(
        rows,
        {
          columns: {
            CABAL: ({ cabal }) => String(cabal),
            PEER: ({ peer }) => peer,
            WAY: ({ is_dialled: isDialled }) => (isDialled ? 'dialled' : 'dialled us'),
            ENCRYPTED: ({ is_plain: isPlain }) => (isPlain ? 'no' : 'yes'),
            SINCE: ({ since }) => formatMinute(since),
            REQUESTS: ({ requests }) => requests,
            POSTS: ({ posts }) => posts,
            STRIKES: ({ strikes }) => String(strikes),
          },
          json: (row) => row,
          empty: 'No peers are connected.',
        },
        options,
      );
    });
  cable
    .command('refusals')
    .description('List what peers sent and was not taken, the newest first')
    .addOption(jsonOption())
    .action(async (options: { readonly json: boolean }) => {
      const { rows } = await withDatabase((pool) => pool.query<RefusalRow>(REFUSALS));
      printList(
        rows,
        {
          columns: {
            CABAL: ({ cabal }) => String(cabal),
            PEER: ({ peer }) => (peer === '' ? null : peer),
            REASON: ({ reason }) => reason,
            TIMES: ({ times }) => times,
            LAST: ({ last_seen: lastSeen }) => formatMinute(lastSeen),
            DETAIL: ({ detail }) => detail,
          },
          json: (row) => row,
          empty: 'Nothing was refused.',
        },
        options,
      );
    });
  cable
    .command('block')
    .description('Purge everything that an author wrote in the cabal of a board, and refuse what comes later')
    .argument('<board>', 'a board that is a channel of the cabal')
    .argument('<key>', "the author's key: the poster id of its posts")
    .option('--reason <text>', 'reason for the moderation log')
    .addHelpText(
      'after',
      `
Posts on all boards of the cabal are purged, and joins, topics and names dropped. It cannot be undone.

Example:
  $ sagasu cable block tea 25b272a71555322d40efe449a7f99af8fd364b92d350f1664481b2da340a02d0 --reason "court order"`,
    )
    .action(async (name: string, key: string, { reason }: { readonly reason?: string }) => {
      if (!/^[0-9a-f]{64}$/i.test(key)) throw new UsageError('the key of an author has 64 hexadecimal digits');
      const author = Buffer.from(key, 'hex');
      const { purged, dropped } = await withDatabase(async (pool) => {
        const board = await readBoard(pool, name);
        const request = { board, author, actor: 'cli', reason: reason ?? null, now: new Date() };
        return withHideNotices(async (copy) => blockCableAuthor(pool, request, copy, removalLog()));
      });
      console.log(`Blocked ${key.slice(0, 16)}…: purged ${purged} posts, dropped ${dropped} others.`);
    });
  return cable;
}
