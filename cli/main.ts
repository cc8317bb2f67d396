#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import { AppError } from '../platform/errors.ts';
import { UsageError } from './arguments.ts';
import { backfillCommand } from './backfill.ts';
import { boardCommand } from './board.ts';
import { migrateCommand, restoreCommand } from './database.ts';
import { forumCommand } from './forum.ts';
import { identityCommand } from './identity.ts';
import { keyCommand } from './key.ts';
import { kickCommand } from './kick.ts';
import { mediaCommand } from './media.ts';
import { postCommand } from './post.ts';
import { reindexCommand, verifyCommand } from './search-index.ts';
import { startCommand } from './start.ts';
import { tasksCommand } from './tasks.ts';
import { userCommand } from './user.ts';

const program = new Command('sagasu')
  .description('Sagasu: a search-centred archive of imageboards and other public discussions')
  .showHelpAfterError('(list commands and options with --help)')
  .addHelpText(
    'after',
    `
Settings come from the environment (docs/CONFIG.md). While \`npm start\` runs, commands use its stores.

Exit codes: 0 success, 1 failure or differences found, 2 usage error; task commands: see sagasu tasks watch --help.`,
  )
  .addCommand(startCommand())
  .addCommand(migrateCommand())
  .addCommand(boardCommand())
  .addCommand(backfillCommand())
  .addCommand(forumCommand())
  .addCommand(kickCommand())
  .addCommand(identityCommand())
  .addCommand(postCommand())
  .addCommand(mediaCommand())
  .addCommand(reindexCommand())
  .addCommand(verifyCommand())
  .addCommand(tasksCommand())
  .addCommand(restoreCommand())
  .addCommand(userCommand())
  .addCommand(keyCommand());
for (const command of [program, ...descendantsOf(program)]) {
  command.helpOption('-h, --help', 'print help');
  // Without it commander would end the process itself, with code 1.
  command.exitOverride();
}

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    // Commander has printed the problem. Exit code 0 is help that was requested.
    process.exitCode = error.exitCode === 0 ? 0 : 2;
  } else {
    // An expected error is one sentence. Anything else is a defect and is printed with its stack.
    console.error(error instanceof AppError ? `sagasu: ${error.message}` : error);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}

function descendantsOf(command: Command): readonly Command[] {
  return command.commands.flatMap((child) => [child, ...descendantsOf(child)]);
}
