import { readFile } from 'node:fs/promises';
import { text as readStream } from 'node:stream/consumers';
import { Argument, Command, Option } from 'commander';
import { dryRunOption, printOutcome, type DryRun } from '../../../cli/rehearsal.ts';
import { withDatabase } from '../../../cli/stores.ts';
import { inTransaction } from '../../../platform/postgres.ts';
import { PAGE_NAMES, type PageName } from '../page-names.ts';
import { PAGE_LANGUAGES } from '../server/defaults.ts';
import { listPages, resetPage, writePage } from '../server/pages.ts';

const ACCOUNT = 'cli';

interface Options {
  readonly language: string;
}

export function pageCommand(): Command {
  return new Command('page')
    .description('Read and write the pages of the site: about, contact, feeds')
    .addCommand(
      ofPage('show', 'Print the Markdown of a page').action(async (name: PageName, { language }: Options) => {
        const texts = await withDatabase(listPages);
        const text = texts.find((one) => one.name === name && one.language === language);
        process.stdout.write(text?.markdown ?? text?.standard ?? '');
      }),
    )
    .addCommand(
      ofPage('set', 'Replace the text of a page')
        .argument('[file]', 'the Markdown; the standard input if left out')
        .action(async (name: PageName, file: string | undefined, { language }: Options) => {
          const markdown = file === undefined ? await readStream(process.stdin) : await readFile(file, 'utf8');
          await withDatabase(async (pool) =>
            inTransaction(pool, async (client) => writePage(client, { name, language, markdown, account: ACCOUNT })),
          );
          console.log(`Wrote ${name} (${language}).`);
        }),
    )
    .addCommand(
      ofPage('reset', 'Remove the text of a page, so that it shows its default')
        .addOption(dryRunOption())
        .action(async (name: PageName, { language, dryRun }: Options & DryRun) => {
          const isReset = await withDatabase(
            async (pool) => inTransaction(pool, async (client) => resetPage(client, name, language)),
            { dryRun },
          );
          const outcome = isReset ? `Reset ${name} (${language}).` : `${name} (${language}) shows its default.`;
          printOutcome(outcome, { dryRun });
        }),
    );
}

function ofPage(command: string, description: string): Command {
  return new Command(command)
    .description(description)
    .addArgument(new Argument('<name>', 'the page').choices(PAGE_NAMES))
    .addOption(new Option('--language <code>', 'language of the text').choices(PAGE_LANGUAGES).default('en'));
}
