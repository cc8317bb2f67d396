/** `sagasu board remove`: prints what it would delete, and deletes it after the name is typed. */
import { createInterface } from 'node:readline/promises';
import { Command } from 'commander';
import { inTransaction } from '../platform/postgres.ts';
import { type BoardContents, nounOf, readBoardContents, removeBoard } from '../store/boards/remove.ts';
import { readBoard, UsageError } from './arguments.ts';
import { notifyScrapers } from './kick.ts';
import { withDatabase } from './stores.ts';

const MOST_POSTS = 2_147_483_647;

export function removeCommand(): Command {
  return new Command('remove')
    .description('Remove a board with its posts, files and everything else that is kept about it, for good')
    .argument('<name>', 'name of the board')
    .option('--confirm <name>', 'the name of the board again, without being asked for it')
    .option('--dry-run', 'only print what would be deleted', false)
    .addHelpText(
      'after',
      `
What would go is counted first. Files that other boards show stay. A running indexer deletes the board's indices within seconds, a running
scraper its files, and a running server its downloads, within minutes. A backup that was made before still has the board; what was purged from it stays purged.

The board of a cabal's channel is removed here only: peers keep the posts. With its last board the archive leaves the cabal.

Examples:
  $ sagasu board remove g --dry-run
  $ sagasu board remove g --confirm g`,
    )
    .action(async (name: string, { confirm, dryRun }: { readonly confirm?: string; readonly dryRun: boolean }) => {
      await withDatabase(async (pool) => {
        await readBoard(pool, name);
        const contents = await readBoardContents(pool, name, MOST_POSTS);
        if (contents === null) throw new UsageError(`there is no board /${name}/`);
        printPlan(name, contents);
        if (dryRun) return;
        const typed = confirm ?? (await askForName(name));
        if (typed !== name) throw new UsageError('nothing changed: that is another name');
        await inTransaction(pool, async (client) => removeBoard(client, name));
      });
      if (dryRun) {
        console.log('Nothing was changed.');
        return;
      }
      await notifyScrapers();
      console.log(`Removed /${name}/.`);
    });
}

function printPlan(
  name: string,
  { posts, hidden, threads, files, reported, bans, filters, accounts, indices, queued, added }: BoardContents,
): void {
  console.log(
    `A removal of /${name}/ deletes ${posts} posts (${hidden} hidden) in ${threads} threads, ${files} files that no other board shows,`,
  );
  console.log(
    `${reported} reported posts, ${bans} bans, ${filters} filters, the roles of ${accounts} accounts on this board,`,
  );
  console.log(`${indices} indices, and the marks of ${queued} threads that wait for the indexer.`);
  for (const { name: kind, count } of added) console.log(`  ${count} ${nounOf(kind)}`);
}

async function askForName(name: string): Promise<string> {
  if (!process.stdin.isTTY) throw new UsageError(`nothing changed: confirm it with --confirm ${name}`);
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await prompt.question('To remove the board, type its name: ');
  prompt.close();
  return answer.trim();
}
