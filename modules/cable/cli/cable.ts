import { Command } from 'commander';
import { listCabalRefusals, listCabals } from '../server/list-cabals.ts';
import { blockCableAuthor, cabalOfBoard, readCableAuthor, unblockCableAuthor } from '../server/block-author.ts';
import { appointModerator, dismissModerator } from '../server/moderators.ts';
import { readBoard, UsageError } from '../../../cli/arguments.ts';
import { withHiddenPostsCache } from '../../../cli/post.ts';
import { removalLog, withDatabase } from '../../../cli/stores.ts';
import { formatMinute, jsonOption, printList } from '../../../cli/table.ts';

const MAX_REFUSALS = 1_000;

interface JsonOption {
  readonly json: boolean;
}

export function cableCommand(): Command {
  const cable = new Command('cable').description('See the peers of cabals, and block authors');
  cable
    .command('list')
    .description('List the cabals with their channels, and how much of them is stored')
    .addOption(jsonOption())
    .action(async (options: JsonOption) => {
      printList(
        await withDatabase((pool) => listCabals(pool, null)),
        {
          columns: {
            CABAL: ({ id }) => String(id),
            BOARDS: ({ channels }) => channels.map(({ board }) => `/${board}/`).join(' '),
            RUNNING: ({ is_running: isRunning }) => (isRunning ? 'yes' : 'no'),
            PEERS: ({ peers }) => String(peers.length),
            POSTS: ({ posts }) => String(posts),
            BYTES: ({ bytes }) => String(bytes),
            BLOCKED: ({ blocked }) => String(blocked.length),
            MODERATORS: ({ moderators }) => String(moderators.length),
          },
          json: (row) => row,
          empty: 'No channels of cabals are boards.',
        },
        options,
      );
    });
  cable
    .command('peers')
    .description('List the connected peers with their requests, posts and strikes')
    .addOption(jsonOption())
    .action(async (options: JsonOption) => {
      const cabals = await withDatabase((pool) => listCabals(pool, null));
      printList(
        cabals.flatMap(({ id, peers }) => peers.map((peer) => ({ cabal: id, ...peer }))),
        {
          columns: {
            CABAL: ({ cabal }) => String(cabal),
            PEER: ({ peer }) => peer,
            WAY: ({ is_dialled: isDialled }) => (isDialled ? 'dialled' : 'dialled us'),
            ENCRYPTED: ({ is_encrypted: isEncrypted }) => (isEncrypted ? 'yes' : 'no'),
            SINCE: ({ since }) => formatMinute(new Date(since)),
            REQUESTS: ({ requests }) => String(requests),
            POSTS: ({ posts }) => String(posts),
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
    .action(async (options: JsonOption) => {
      const filter = { cabal: null, reason: null, limit: MAX_REFUSALS };
      const { refusals } = await withDatabase((pool) => listCabalRefusals(pool, null, filter));
      printList(
        refusals,
        {
          columns: {
            CABAL: ({ cabal }) => String(cabal),
            PEER: ({ peer }) => peer,
            REASON: ({ reason }) => reason,
            TIMES: ({ times }) => String(times),
            LAST: ({ last_seen: lastSeen }) => formatMinute(new Date(lastSeen)),
            DETAIL: ({ detail }) => detail,
          },
          json: (row) => row,
          empty: 'Nothing was refused.',
        },
        options,
      );
    });
  cable.addCommand(blockCommand()).addCommand(unblockCommand());
  cable.addCommand(appointCommand()).addCommand(dismissCommand());
  return cable;
}

const withAuthor = (command: Command): Command =>
  command
    .argument('<board>', 'a board that is a channel of the cabal')
    .argument('<key>', "the author's key: the poster id of its posts");

function readKey(key: string): Buffer {
  if (!/^[0-9a-f]{64}$/i.test(key)) throw new UsageError('the key of an author has 64 hexadecimal digits');
  return Buffer.from(key, 'hex');
}

function blockCommand(): Command {
  return withAuthor(new Command('block'))
    .description('Purge everything that an author wrote in the cabal of a board, and refuse what comes later')
    .option('--reason <text>', 'reason for the moderation log')
    .option('--dry-run', 'only say what would be purged and dropped', false)
    .addHelpText(
      'after',
      `
Posts on all boards of the cabal are purged, and joins, topics and names dropped. It cannot be undone.

Example:
  $ sagasu cable block tea 25b272a71555322d40efe449a7f99af8fd364b92d350f1664481b2da340a02d0 --reason "court order"`,
    )
    .action(async (name: string, key: string, options: { readonly reason?: string; readonly dryRun: boolean }) => {
      const author = readKey(key);
      const short = `${key.slice(0, 16).toLowerCase()}…`;
      if (options.dryRun) {
        const { boards, others } = await withDatabase(async (pool) =>
          readCableAuthor(pool, null, { cabal: await cabalOfBoard(pool, await readBoard(pool, name)), author }),
        );
        const posts = boards.map((one) => `${one.posts} posts on /${one.board}/`).join(', ') || 'no posts on boards';
        console.log(`${short} has ${posts}, and ${others} others. Nothing was changed.`);
        return;
      }
      let [purged, dropped] = [0, 0];
      await withDatabase(async (pool) => {
        const cabal = await cabalOfBoard(pool, await readBoard(pool, name));
        await withHiddenPostsCache(async (copy) => {
          for (let left = 1; left > 0;) {
            const reason = options.reason ?? null;
            const request = { cabal, author, actor: 'cli', reason, now: new Date(), secret: null };
            const step = await blockCableAuthor(pool, request, copy, removalLog());
            purged += step.purged;
            dropped += step.dropped;
            left = step.left;
          }
        });
      });
      console.log(`Blocked ${short}: purged ${purged} posts, dropped ${dropped} others.`);
    });
}

function unblockCommand(): Command {
  return withAuthor(new Command('unblock'))
    .description('Take new posts of a blocked author again; what was removed stays removed')
    .action(async (name: string, key: string) => {
      const author = readKey(key);
      await withDatabase(async (pool) =>
        unblockCableAuthor(pool, null, { cabal: await cabalOfBoard(pool, await readBoard(pool, name)), author }),
      );
      console.log(`${key.slice(0, 16).toLowerCase()}… is blocked no longer.`);
    });
}

function appointCommand(): Command {
  return withAuthor(new Command('appoint'))
    .description("Appoint an author a moderator of the cabal: deletes of other authors' posts apply here")
    .action(async (name: string, key: string) => {
      const author = readKey(key);
      await withDatabase(async (pool) => {
        const cabal = await cabalOfBoard(pool, await readBoard(pool, name));
        await appointModerator(pool, { cabal, author, actor: 'cli', secret: null });
      });
      console.log(`${key.slice(0, 16).toLowerCase()}… is a moderator of the cabal.`);
    });
}

function dismissCommand(): Command {
  return withAuthor(new Command('dismiss'))
    .description('Dismiss a moderator of the cabal; deleted posts do not return')
    .action(async (name: string, key: string) => {
      const author = readKey(key);
      await withDatabase(async (pool) => {
        const cabal = await cabalOfBoard(pool, await readBoard(pool, name));
        await dismissModerator(pool, { cabal, author, secret: null });
      });
      console.log(`${key.slice(0, 16).toLowerCase()}… is a moderator no longer.`);
    });
}
