import { Command } from 'commander';
import { wholeNumber } from '../../../cli/arguments.ts';
import { withDatabase } from '../../../cli/stores.ts';
import { formatMinute, jsonOption, printList } from '../../../cli/table.ts';
import type { RemovalRequest } from '../contract/removal-requests.ts';
import { findInQueue, listQueue } from '../server/queue.ts';
import { decideCommand, noteCommand, reopenCommand } from './decide.ts';
import { addressOf, arePurged, REQUEST_LIMITS, type ListState } from '../requests.ts';

/** Posts are printed by their names only, so their files need no addresses. */
const NO_FILES = new Map<string, never>();

export function requestsCommand(): Command {
  return new Command('requests')
    .description('List, show and decide removal requests, as moderators do at /admin/removal-requests')
    .addCommand(listCommand())
    .addCommand(showCommand())
    .addCommand(decideCommand())
    .addCommand(noteCommand())
    .addCommand(reopenCommand());
}

function listCommand(): Command {
  return new Command('list')
    .description('List open requests by deadline')
    .option('--closed', 'closed ones, the newest first')
    .option('--page <n>', `page, of ${REQUEST_LIMITS.listed} requests`, wholeNumber(1_000), 1)
    .addOption(jsonOption())
    .action(async (options: { closed?: boolean; page: number; json: boolean }) => {
      const state: ListState = options.closed === true ? 'closed' : 'open';
      const filter = { state, reason: null, about: null, page: options.page };
      const { requests } = await withDatabase(async (pool) => listQueue(pool, null, filter, NO_FILES));
      printList(
        requests,
        {
          columns: {
            ID: ({ id }) => String(id),
            ABOUT: aboutOf,
            REASON: ({ reason }) => reason,
            ASKED: ({ created_at: asked }) => formatMinute(asked),
            [state === 'open' ? 'ANSWER BY' : 'CLOSED']: ({ due_at: due, closed_at: closed }) =>
              formatMinute(closed ?? due),
            STATE: stateOf,
          },
          json: jsonOf,
          empty: state === 'open' ? 'No open requests.' : 'No closed requests.',
        },
        options,
      );
    });
}

function showCommand(): Command {
  return new Command('show')
    .description('Show one request with its words, notes and decision')
    .argument('<id>', 'number of the request', wholeNumber(Number.MAX_SAFE_INTEGER))
    .addOption(jsonOption())
    .action(async (id: number, options: { json: boolean }) => {
      const request = await withDatabase(async (pool) => findInQueue(pool, null, id, NO_FILES));
      console.log(options.json ? JSON.stringify(jsonOf(request)) : linesOf(request).join('\n'));
    });
}

function aboutOf({ about, sought, posts }: RemovalRequest): string {
  if (posts.length === 0) return `${about}: ${sought ?? '–'}`;
  return posts.slice(0, 3).map(addressOf).join(' ') + (posts.length > 3 ? ` and ${posts.length - 3} more` : '');
}

function stateOf(request: RemovalRequest): string {
  const { state, outcome, is_late: isLate } = request;
  if (state === 'open' && arePurged(request)) return 'open, all posts are purged';
  return outcome ?? (isLate && state === 'open' ? 'overdue' : state);
}

function linesOf(request: RemovalRequest): string[] {
  const { id, reason, about, posts, sought, words, notes, answer, reply_address: address } = request;
  const { created_at: asked, due_at: due, closed_at: closed, closed_by: by } = request;
  const rows: readonly (readonly [string, string | null])[] = [
    ['request', `${id}: ${reason}, about ${about}`],
    ['state', stateOf(request)],
    ['posts', posts.length === 0 ? null : posts.map(addressOf).join(' ')],
    ['sought', sought],
    ['asked', formatMinute(asked)],
    ['answer by', formatMinute(due)],
    ['closed', closed === null ? null : `${formatMinute(closed)}${by === null ? '' : ` by ${by}`}`],
    ['reply to', address],
    ['words', words],
    ...notes.map(
      ({ account, words: note, written_at: at }) => [`${account ?? 'person'}, ${formatMinute(at)}`, note] as const,
    ),
    ['answer', answer],
  ];
  return rows.flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`]));
}

function jsonOf({ posts, ...request }: RemovalRequest): object {
  return {
    ...request,
    posts: posts.map(({ board, num, subnum, is_proven: isProven, hidden }) => ({
      board,
      num,
      subnum,
      is_proven: isProven,
      hidden,
    })),
  };
}
