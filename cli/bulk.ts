import { createInterface } from 'node:readline/promises';
import { Command, Option } from 'commander';
import { Registry } from 'prom-client';
import type { BulkAction, BulkActionStep, ChosenBulkAction } from '../mappings/contract/bulk-actions.ts';
import { BAN_WIDTH_NAMES, type BanWidth } from '../mappings/ban.ts';
import { readConfig } from '../platform/config.ts';
import { createElasticsearch } from '../platform/elasticsearch.ts';
import { MODULES } from '../server/modules.ts';
import { createSearchContext } from '../server/http/services.ts';
import { createRequestContext } from '../server/limits/request-context.ts';
import {
  chooseBulkAction,
  listBulkActions,
  runBulkAction,
  undoBulkAction,
} from '../server/moderation/bulk/bulk-actions.ts';
import type { FindPosts } from '../server/moderation/bulk/choose-posts.ts';
import type { ModerationServices } from '../server/moderation/moderate-across-boards.ts';
import { findAllPosts } from '../server/search/export/find-all-posts.ts';
import { PostgresProbe } from '../server/visibility/postgres-probe.ts';
import { UsageError, wholeNumber } from './arguments.ts';
import { parsePostName, withHiddenPostsCache } from './post.ts';
import { elasticsearchUrls, removalLog, withDatabase } from './stores.ts';
import { formatMinute, jsonOption, printList } from './table.ts';
import { nameOf } from '../mappings/post.ts';

export const OPERATOR = { secret: null, actor: 'cli' } as const;
const clock = () => new Date();

interface ChooseOptions {
  readonly search?: string;
  readonly from?: string;
  readonly width: BanWidth;
  readonly reason?: string;
  readonly confirm?: number;
  readonly dryRun: boolean;
}

export function bulkCommand(): Command {
  const bulk = new Command('bulk').description(
    'Hide or purge everything that a search finds or that came from one address, or delete or ban its files',
  );
  addAction(bulk, 'hide', 'Hide every post found; sagasu bulk undo shows them again');
  addAction(bulk, 'purge', 'Delete the content of every post found permanently');
  addAction(bulk, 'delete_file', 'Delete the stored file of every post found; it comes back if a later post brings it');
  addAction(bulk, 'ban_file', 'Delete the file of every post found, and never store it again');
  bulk
    .command('list')
    .description('List bulk actions, the newest first')
    .option('--limit <number>', 'most actions to list', wholeNumber(1_000), 50)
    .addOption(jsonOption())
    .action(async (options: { readonly limit: number; readonly json: boolean }) => {
      const { actions } = await withDatabase((pool) =>
        listBulkActions(pool, null, { before: null, limit: options.limit }),
      );
      const columns = {
        ID: ({ id }: BulkAction) => String(id),
        WHEN: ({ created_at: at }: BulkAction) => formatMinute(at),
        BY: ({ created_by: by }: BulkAction) => by,
        ACTION: ({ action }: BulkAction) => action,
        POSTS: ({ posts }: BulkAction) => String(posts),
        STATE: stateOf,
        SEARCH: ({ query }: BulkAction) => query ?? 'by address',
      };
      printList(actions, { columns, json: (action) => action, empty: 'There are no bulk actions.' }, options);
    });
  bulk
    .command('undo')
    .description('Show again what a bulk action has hidden, but for posts that staff have decided on since')
    .argument('<id>', 'number of the action', wholeNumber(Number.MAX_SAFE_INTEGER))
    .action(async (id: number) =>
      withModeration(async (context) => {
        const shown = await toTheEnd(async () => undoBulkAction(context, OPERATOR, id));
        console.log(`Shown again ${shown} posts.`);
      }),
    );
  return bulk;
}

function stateOf({ confirmed_at: confirmed, undone_at: undone, left }: BulkAction): string {
  if (undone !== null) return 'undone';
  if (confirmed === null) return 'not run';
  return left > 0 ? `${left} left` : 'done';
}

function addAction(parent: Command, action: BulkAction['action'], description: string): void {
  parent
    .command(commandOf(action))
    .description(description)
    .option('--search <query>', 'every post that this search finds')
    .option('--from <network or post>', 'every ghost post from this network, or from that of board/number_subnumber')
    .addOption(
      new Option('--width <name>', 'of a post: /32 or /64, /24 or /56, /16 or /48')
        .choices(BAN_WIDTH_NAMES)
        .default('address'),
    )
    .option('--reason <text>', 'reason for the audit log')
    .option(
      '--confirm <number>',
      'the number of posts, without being asked for it',
      wholeNumber(Number.MAX_SAFE_INTEGER),
    )
    .option('--dry-run', 'count the posts, show some of them, and change nothing', false)
    .addHelpText(
      'after',
      `
The posts are counted and some of them shown before anything changes: type the number of posts to go on. Up to 10,000
posts change with one action; posts that arrive later are not among them.

Examples:
  $ sagasu bulk ${commandOf(action)} --search "board:g trip:!Ep8pui8Vw2" --reason flood
  $ sagasu bulk ${commandOf(action)} --search "board:g thread:51971500 id:AbCdEfGh"
  $ sagasu bulk ${commandOf(action)} --from 192.0.2.0/24`,
    )
    .action(async (options: ChooseOptions) => run(action, options));
}

async function run(action: BulkAction['action'], options: ChooseOptions): Promise<void> {
  const request = { action, ...targetOf(options), ...(options.reason !== undefined && { reason: options.reason }) };
  const work: ModerationWork = async (context, find) => {
    const chosen = await chooseBulkAction(context.pool, OPERATOR, find, request);
    const { id, posts } = chosen.action;
    showChosen(chosen);
    if (options.dryRun) return;
    const confirmed = options.confirm ?? (await askForCount(action, posts));
    const changed = await toTheEnd(async () => runBulkAction(context, OPERATOR, id, confirmed));
    const undo = action === 'hide' ? ` Undo: sagasu bulk undo ${id}` : '';
    console.log(`${DONE[action]} ${changed} posts.${undo}`);
  };
  await withModeration(work, options);
}

export const DONE: Readonly<Record<BulkAction['action'], string>> = {
  hide: 'Hidden',
  purge: 'Purged',
  delete_file: 'Deleted the files of',
  ban_file: 'Banned the files of',
};

function commandOf(action: BulkAction['action']): string {
  return action.replace('_', '-');
}

function targetOf({ search, from, width }: ChooseOptions) {
  if (search !== undefined && from === undefined) return { q: search };
  if (from === undefined || search !== undefined) throw new UsageError('give either --search or --from');
  if (!/^\/?[^/.:]+\/\d+_\d+$/.test(from)) return { network: from };
  const { board, post } = parsePostName(from);
  return { post: { board, ...post }, width };
}

export function showChosen({ action: { posts, boards }, samples }: ChosenBulkAction): void {
  for (const sample of samples) {
    console.log(`${sample.board}/${nameOf(sample)}  ${sample.excerpt.replaceAll(/\s+/g, ' ').slice(0, 100)}`);
  }
  console.log(`${posts} posts on ${boards.map((board) => `/${board}/`).join(' ')}`);
}

/** @throws UsageError if the number is wrong, or nobody can be asked */
export async function askForCount(action: BulkAction['action'], posts: number): Promise<number> {
  if (!process.stdin.isTTY)
    throw new UsageError(`nothing changed: confirm the number of posts with --confirm ${posts}`);
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await prompt.question(`To go on with ${commandOf(action)}, type the number of posts: `);
  prompt.close();
  if (answer.trim() !== String(posts)) throw new UsageError('nothing changed: that is another number');
  return posts;
}

async function toTheEnd(step: () => Promise<BulkActionStep>): Promise<number> {
  let changed = 0;
  for (;;) {
    const { posts, left } = await step();
    changed += posts;
    if (left === 0) return changed;
  }
}

export type ModerationWork = (context: ModerationServices, find: FindPosts) => Promise<void>;

/** A dry run changes neither Redis nor the log of removals, which no transaction undoes. */
export async function withModeration(work: ModerationWork, { dryRun } = { dryRun: false }): Promise<void> {
  const config = readConfig();
  const elasticsearch = createElasticsearch(elasticsearchUrls(config));
  try {
    await withDatabase(
      async (pool) =>
        withHiddenPostsCache(async (snapshot) => {
          const postgres = new PostgresProbe({ pool, snapshot: null });
          const metrics = new Registry();
          const search = createSearchContext(
            { config, secret: '', pool, elasticsearch, clock, metrics },
            postgres,
            MODULES,
          );
          const find = async (q: string) => findAllPosts(search, q, createRequestContext({ timeBudget: null }));
          const outside = dryRun
            ? { postgres: { snapshot: null }, removals: null }
            : { postgres: { snapshot }, removals: removalLog() };
          await work({ pool, clock, ...outside }, find);
        }),
      { dryRun },
    );
  } finally {
    await elasticsearch.close();
  }
}
