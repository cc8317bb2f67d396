import { Command, InvalidArgumentError, Option } from 'commander';
import { BAN_STATES, BAN_WIDTH_NAMES, MAX_BAN_DAYS, type BanWidth } from '../mappings/ban.ts';
import { addBans, liftBan, listBans, viewAddresses } from '../server/bans/bans.ts';
import { wholeNumber } from './arguments.ts';
import { parsePostName } from './post.ts';
import { asStaff } from './staff.ts';
import { formatMinute, jsonOption, printList } from './table.ts';
import { nameOf } from '../mappings/post.ts';

interface AddOptions {
  readonly board?: string[];
  readonly days: number;
  readonly reason: string;
  readonly hideReason?: true;
  readonly width: BanWidth;
}

interface ListOptions {
  readonly state: (typeof BAN_STATES)[number];
  readonly board?: string;
  readonly limit: number;
  readonly json: boolean;
}

export function banCommand(): Command {
  const ban = new Command('ban').description('Ban networks from reporting and from writing ghost posts');
  ban
    .command('add')
    .description('Ban a network, or the one that a ghost post was written from')
    .argument('<network or post>', '192.0.2.7, 192.0.2.0/24, 2001:db8::/48, or board/number_subnumber')
    .requiredOption('--days <number>', `how long, up to ${MAX_BAN_DAYS} days`, parseDays)
    .requiredOption('--reason <text>', 'reason, which the banned person reads')
    .option('--hide-reason', 'do not show the reason to the banned person')
    .option('--board <name>', 'only on this board; may be repeated (default: on all)', addName)
    .addOption(
      new Option('--width <name>', 'of a post: /32 or /64, /24 or /56, /16 or /48')
        .choices(BAN_WIDTH_NAMES)
        .default('address'),
    )
    .addHelpText(
      'after',
      `
Examples:
  $ sagasu ban add 192.0.2.0/24 --days 3 --reason flood
  $ sagasu ban add g/51971506_1 --board g --days 30 --reason spam --width network`,
    )
    .action(async (target: string, { board: boards = [], days, reason, hideReason, width }: AddOptions) => {
      const isPost = /^\/?[^/.:]+\/\d+_\d+$/.test(target);
      const named = isPost ? parsePostName(target) : null;
      const what = named === null ? { network: target } : { post: { board: named.board, ...named.post }, width };
      const request = { ...what, boards, days, reason, reason_shown: hideReason !== true };
      const ids = await asStaff(async (pool, { secret }) => addBans(pool, secret, request));
      console.log(`Banned: ${ids.join(', ')}. Lift a ban with sagasu ban lift <id>.`);
    });
  ban
    .command('list')
    .description('List bans, newest first, without their networks')
    .addOption(new Option('--state <name>', 'which bans').choices(BAN_STATES).default('active'))
    .option('--board <name>', 'only bans on this board')
    .option('--limit <number>', 'most bans to list', wholeNumber(1_000), 50)
    .addOption(jsonOption())
    .action(async (options: ListOptions) => {
      const { state, board = null, limit } = options;
      const { bans } = await asStaff(async (pool, { secret }) =>
        listBans(pool, secret, { state, board, before: null, limit }),
      );
      printList(
        bans,
        {
          columns: {
            ID: ({ id }) => String(id),
            BOARD: ({ board: name }) => name ?? 'all',
            POST: ({ post }) => (post === null ? null : `${post.board}/${nameOf(post)}`),
            UNTIL: ({ expires_at: until }) => formatMinute(new Date(until)),
            BY: ({ banned_by: by }) => by,
            REASON: ({ reason }) => reason,
            APPEALS: ({ appeals }) => String(appeals.length),
          },
          json: (entry) => entry,
          empty: 'No such bans.',
        },
        options,
      );
    });
  ban
    .command('lift')
    .description('End a ban now')
    .argument('<id>', 'number of the ban', wholeNumber(Number.MAX_SAFE_INTEGER))
    .action(async (id: number) => {
      await asStaff(async (pool, { secret, actor }) => liftBan(pool, secret, id, actor));
      console.log(`Lifted the ban ${id}.`);
    });
  ban
    .command('look')
    .description('Show the addresses that are kept about a post or a ban; each look is recorded')
    .argument('<post or ban>', 'board/number, board/number_subnumber, or the number of a ban')
    .option('--reason <text>', 'reason for the audit log')
    .addOption(jsonOption())
    .action(async (target: string, options: { readonly reason?: string; readonly json: boolean }) => {
      const { addresses } = await asStaff(async (pool, { secret }) =>
        viewAddresses(pool, secret, {
          ...whatOf(target),
          ...(options.reason !== undefined && { reason: options.reason }),
        }),
      );
      printList(
        addresses,
        {
          columns: {
            KIND: ({ kind }) => kind,
            NETWORK: ({ network }) => network,
            'KEPT UNTIL': ({ kept_until: until }) => formatMinute(new Date(until)),
          },
          json: (entry) => entry,
          empty: 'No addresses are kept.',
        },
        options,
      );
    });
  return ban;
}

function addName(name: string, names: string[] | undefined): string[] {
  return [...(names ?? []), name];
}

function whatOf(target: string): { ban: number } | { post: { board: string; num: number; subnum: number } } {
  if (/^\d{1,15}$/.test(target)) return { ban: Number(target) };
  const { board, post } = parsePostName(target);
  return { post: { board, ...post } };
}

function parseDays(text: string): number {
  const days = Number(text);
  if (days > 0 && days <= MAX_BAN_DAYS) return days;
  throw new InvalidArgumentError(`Days are a number up to ${MAX_BAN_DAYS}.`);
}
