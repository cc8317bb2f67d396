import { Command } from 'commander';
import { readBoard, readBoards, wholeNumber } from '../../../cli/arguments.ts';
import { withDatabase } from '../../../cli/stores.ts';
import { formatMinute, jsonOption, printList } from '../../../cli/table.ts';
import { inTransaction } from '../../../platform/postgres.ts';
import type { NewSeriesRule } from '../contract/series.ts';
import { listSeries } from '../server/read-series.ts';
import { addRule, listRules, undoRule } from '../server/rules.ts';
import { queueRebuild } from '../store/rebuild.ts';
import { MAX_PAGE } from '../limits.ts';

const ACCOUNT = 'cli';

export function seriesCommand(): Command {
  return new Command('series')
    .description('Series of threads: the editions of generals')
    .addCommand(listCommand())
    .addCommand(joinCommand())
    .addCommand(splitCommand())
    .addCommand(moveCommand())
    .addCommand(rulesCommand())
    .addCommand(undoCommand())
    .addCommand(rebuildCommand());
}

function listCommand(): Command {
  return new Command('list')
    .description('List the series of a board, the one with the newest edition first')
    .argument('<board>')
    .option('--page <n>', '50 series each', wholeNumber(MAX_PAGE), 1)
    .addOption(jsonOption())
    .action(async (name: string, options: { page: number; json: boolean }) => {
      const { series } = await withDatabase(async (pool) =>
        listSeries(pool, await readBoard(pool, name), { page: options.page }),
      );
      printList(
        series,
        {
          columns: {
            NAME: (one) => one.name,
            EDITIONS: ({ editions }) => String(editions),
            NEWEST: ({ last_thread: thread }) => String(thread),
            POSTED: ({ last_time: time }) => formatMinute(time),
            TITLE: ({ title }) => title,
          },
          json: (one) => one,
          empty: 'No series.',
        },
        options,
      );
    });
}

async function change(boardName: string, rule: NewSeriesRule): Promise<void> {
  const { id } = await withDatabase(async (pool) => {
    const board = await readBoard(pool, boardName);
    return inTransaction(pool, async (client) => addRule(client, { board, rule, account: ACCOUNT }));
  });
  console.log(`Rule ${id} is stored; the indexer applies it. To undo it: sagasu series undo ${boardName} ${id}`);
}

function joinCommand(): Command {
  return new Command('join')
    .description('Join a series into another one')
    .argument('<board>')
    .argument('<series>', 'its threads move')
    .argument('<target>', 'name of the joined series')
    .action(async (board: string, series: string, target: string) => change(board, { series, target }));
}

const thread = wholeNumber(Number.MAX_SAFE_INTEGER);

function splitCommand(): Command {
  return new Command('split')
    .description('Split a series: its threads from a number on get another name')
    .argument('<board>')
    .argument('<series>')
    .argument('<thread>', 'the first thread of the new series', thread)
    .argument('<target>', 'name of the new series')
    .action(async (board: string, series: string, first: number, target: string) =>
      change(board, { series, first_thread: first, target }),
    );
}

function moveCommand(): Command {
  return new Command('move')
    .description('Move a thread to a series, or out of its series')
    .argument('<board>')
    .argument('<thread>', '', thread)
    .argument('[target]', 'without it: no series')
    .action(async (board: string, one: number, target?: string) =>
      change(board, { first_thread: one, last_thread: one, target: target ?? null }),
    );
}

function rulesCommand(): Command {
  return new Command('rules')
    .description('List joins, splits and moves of a board, the newest first')
    .argument('<board>')
    .addOption(jsonOption())
    .action(async (name: string, options: { json: boolean }) => {
      const rules = await withDatabase(async (pool) => listRules(pool, await readBoard(pool, name)));
      printList(
        rules,
        {
          columns: {
            ID: ({ id }) => String(id),
            SERIES: ({ series }) => series,
            FROM: ({ first_thread: first }) => first?.toString() ?? null,
            TO: ({ last_thread: last }) => last?.toString() ?? null,
            TARGET: ({ target }) => target,
            BY: ({ made_by: by }) => by,
            UNDONE: ({ undone_at: at }) => (at === null ? null : formatMinute(at)),
          },
          json: (one) => one,
          empty: 'No rules.',
        },
        options,
      );
    });
}

function undoCommand(): Command {
  return new Command('undo')
    .description('Undo a join, split or move')
    .argument('<board>')
    .argument('<id>', 'number of the rule', wholeNumber(2_147_483_647))
    .action(async (boardName: string, id: number) => {
      await withDatabase(async (pool) => {
        const board = await readBoard(pool, boardName);
        return inTransaction(pool, async (client) => undoRule(client, { board, id, account: ACCOUNT }));
      });
      console.log(`Undone: rule ${id}.`);
    });
}

function rebuildCommand(): Command {
  return new Command('rebuild')
    .description('Recognise the series of boards again, after an upgrade or an import of an older version')
    .argument('[boards...]', 'all boards by default')
    .action(async (names: readonly string[]) => {
      const threads = await withDatabase(async (pool) => {
        const boards = await readBoards(pool, names);
        return queueRebuild(
          pool,
          boards.map(({ id }) => id),
        );
      });
      console.log(`${threads} threads are queued. The indexer recognises their series.`);
    });
}
