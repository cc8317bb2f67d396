import { readFile } from 'node:fs/promises';
import { Command, Option } from 'commander';
import type pg from 'pg';
import { FILTER_ACTIONS, FILTER_FIELDS, FILTER_KINDS, type FilterField } from '../mappings/post-filter-names.ts';
import type { AddFilter, Filter } from '../mappings/contract/filters.ts';
import { applyFilter, tryFilter, undoFilter } from '../server/filters/filter-batches.ts';
import { addFilter, disableFilter, enableFilter, listFilters, removeFilter } from '../server/filters/filters.ts';
import type { ModerationServices } from '../server/moderation/moderate-across-boards.ts';
import { UsageError, wholeNumber } from './arguments.ts';
import { readMd5List } from '../mappings/md5-list.ts';
import { withHiddenPostsCache } from './post.ts';
import { dryRunOption, printOutcome, type DryRun } from './rehearsal.ts';
import { asStaff, staffOperator } from './staff.ts';
import { removalLog, withDatabase } from './stores.ts';
import { jsonOption, printList } from './table.ts';
import { nameOf } from '../mappings/post.ts';

interface AddOptions {
  readonly kind: Filter['kind'];
  readonly action: Filter['action'];
  readonly board?: string;
  readonly field?: FilterField[];
  readonly note?: string;
  /** Path. */
  readonly list?: string;
}

export function filterCommand(): Command {
  const filter = new Command('filter').description('Hide, hold or refuse posts by phrases and regular expressions');
  filter
    .command('add')
    .description('Add a filter, which counts once it has been tried and enabled')
    .argument('[pattern]', 'the phrase or expression; none for --kind deleted')
    .addOption(
      new Option('--kind <name>', 'deleted: posts that the source deleted').choices(FILTER_KINDS).default('phrase'),
    )
    .addOption(new Option('--action <name>', 'what becomes of the posts').choices(FILTER_ACTIONS).default('hide'))
    .option('--board <name>', 'only on this board (default: on all)')
    .addOption(new Option('--field <name...>', 'where to look (default: subject and comment)').choices(FILTER_FIELDS))
    .option('--list <file>', 'with --kind files: MD5s, one in each line or as JSON')
    .option('--note <text>', 'for other staff, such as where a list came from')
    .addHelpText(
      'after',
      `
Examples:
  $ sagasu filter add "cheap watches" --board g
  $ sagasu filter add --kind regexp --action hold "(free|cheap) \\w+ here"
  $ sagasu filter add --kind deleted --board g
  $ sagasu filter add --kind files --list banned.json --note "banned by another archive"`,
    )
    .action(async (pattern: string | undefined, { field, list, ...options }: AddOptions) => {
      const request: AddFilter = {
        ...options,
        ...(pattern !== undefined && { pattern }),
        ...(field !== undefined && { fields: field }),
        ...(list !== undefined && { files: await readList(list) }),
      };
      const id = await asStaff(async (pool, { secret }) => addFilter(pool, secret, request));
      console.log(`Added the filter ${id}. Next: sagasu filter try ${id}`);
    });
  filter
    .command('list')
    .description('List filters with what they did')
    .addOption(jsonOption())
    .action(async (options: { readonly json: boolean }) => {
      const filters = await asStaff(async (pool, { secret }) => listFilters(pool, secret));
      const columns = {
        ID: ({ id }: Filter) => String(id),
        BOARD: ({ board }: Filter) => board ?? 'all',
        ACTION: ({ action }: Filter) => action,
        ENABLED: ({ enabled_at: enabled, problem }: Filter) =>
          enabled === null ? 'no' : problem === null ? 'yes' : 'too costly',
        HIDDEN: ({ hidden }: Filter) => String(hidden),
        HELD: ({ held }: Filter) => String(held),
        REFUSED: ({ refused }: Filter) => String(refused),
        PATTERN: ({ kind, pattern, files }: Filter) => patternOf({ kind, pattern, files }),
      };
      printList(filters, { columns, json: (entry) => entry, empty: 'There are no filters.' }, options);
    });
  addFilterAction(filter, 'try', 'Tell how many stored posts a filter would hide, and show some of them').action(
    async (id: number) => withDatabase(async (pool) => tryOn(pool, id)),
  );
  addFilterAction(filter, 'enable', 'Let a filter that has been tried count from now on').action(async (id: number) => {
    await asStaff(async (pool, { secret }) => enableFilter(pool, secret, id, new Date()));
    console.log(`The filter ${id} counts. For posts that are stored already: sagasu filter apply ${id}`);
  });
  addFilterAction(filter, 'disable', 'Let a filter count no more; what it did stays').action(async (id: number) => {
    await asStaff(async (pool, { secret }) => disableFilter(pool, secret, id));
    console.log(`The filter ${id} does not count.`);
  });
  addFilterAction(filter, 'apply', 'Hide the stored posts that an enabled filter matches').action(async (id: number) =>
    withModeration(async (context) => {
      const operator = await staffOperator(context.pool);
      let [cursor, hidden]: [string | null, number] = [null, 0];
      do {
        const { posts, next } = await applyFilter(context, operator, id, cursor);
        [cursor, hidden] = [next, hidden + posts];
      } while (cursor !== null);
      console.log(`Hidden ${hidden} posts. Undo: sagasu filter undo ${id}`);
    }),
  );
  addFilterAction(filter, 'undo', 'Disable a filter and show again what it has hidden').action(async (id: number) =>
    withModeration(async (context) => {
      const operator = await staffOperator(context.pool);
      let [shown, isDone] = [0, false];
      while (!isDone) {
        const { posts, left } = await undoFilter(context, operator, id);
        [shown, isDone] = [shown + posts, left === 0];
      }
      console.log(`Shown again ${shown} posts.`);
    }),
  );
  addFilterAction(filter, 'remove', 'Remove a filter that has nothing left to undo')
    .addOption(dryRunOption())
    .action(async (id: number, options: DryRun) => {
      await asStaff(async (pool, { secret }) => removeFilter(pool, secret, id), options);
      printOutcome(`Removed the filter ${id}.`, options);
    });
  return filter;
}

function patternOf({ kind, pattern, files }: Pick<Filter, 'kind' | 'pattern' | 'files'>): string {
  if (kind === 'deleted') return 'deleted at the source';
  return kind === 'files' ? `${files} files` : `${kind}: ${pattern}`;
}

async function readList(path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) throw new UsageError(`the list cannot be read: ${path}`);
  const { files, refused } = readMd5List(text);
  if (refused > 0) console.error(`sagasu: ${refused} entries of ${path} are no MD5s and left out`);
  return [...files];
}

function addFilterAction(parent: Command, name: string, description: string): Command {
  return parent
    .command(name)
    .description(description)
    .argument('<id>', 'number of the filter', wholeNumber(Number.MAX_SAFE_INTEGER));
}

async function withModeration(work: (context: ModerationServices) => Promise<void>): Promise<void> {
  await withDatabase(async (pool) =>
    withHiddenPostsCache(async (snapshot) =>
      work({ pool, postgres: { snapshot }, clock: () => new Date(), removals: removalLog() }),
    ),
  );
}

async function tryOn(pool: pg.Pool, id: number): Promise<void> {
  let cursor: string | null = null;
  const operator = await staffOperator(pool);
  let left = 20;
  for (;;) {
    const { posts, matches, samples, next } = await tryFilter({ pool }, operator, id, cursor);
    for (const sample of samples.slice(0, left)) {
      console.log(`${sample.board}/${nameOf(sample)}  ${sample.excerpt.replaceAll(/\s+/g, ' ').slice(0, 100)}`);
    }
    left = Math.max(0, left - samples.length);
    cursor = next;
    if (cursor !== null) continue;
    console.log(`The filter ${id} would hide ${matches} of ${posts} posts.`);
    return;
  }
}
