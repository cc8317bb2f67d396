#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import { AppError } from '../platform/errors.ts';
import { backfillCommand } from './backfill.ts';
import { boardCommand } from './board.ts';
import { forumCommand } from './forum.ts';
import { identityCommand } from './identity.ts';
import { keyCommand } from './key.ts';
import { kickCommand } from './kick.ts';
import { mediaCommand } from './media.ts';
import { migrateCommand } from './migrate.ts';
import { postCommand } from './post.ts';
import { reindexCommand } from './reindex.ts';
import { restoreCommand } from './restore.ts';
import { startCommand } from './start.ts';
import { tasksCommand } from './tasks.ts';
import { UsageError } from './usage-error.ts';
import { userCommand } from './user.ts';
import { verifyCommand } from './verify.ts';

const program = new Command('sagasu')
  .description('Sagasu: a search-centred archive of imageboards and other public discussions')
  .showHelpAfterError('(sagasu --help shows what there is)')
  .addCommand(startCommand())
  .addCommand(migrateCommand())
  .addCommand(boardCommand())
  .addCommand(backfillCommand())
  .addCommand(forumCommand())
  .addCommand(keyCommand())
  .addCommand(kickCommand())
  .addCommand(identityCommand())
  .addCommand(reindexCommand())
  .addCommand(verifyCommand())
  .addCommand(tasksCommand())
  .addCommand(postCommand())
  .addCommand(mediaCommand())
  .addCommand(restoreCommand())
  .addCommand(userCommand());
// Commander would end the process by itself, and with 1.
for (const command of [program, ...descendantsOf(program)]) command.exitOverride();

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    // It has said what is wrong; 0 is help that was asked for.
    process.exitCode = error.exitCode === 0 ? 0 : 2;
  } else {
    // What we expect to go wrong is a sentence; anything else is a defect and keeps its stack.
    console.error(error instanceof AppError ? `sagasu: ${error.message}` : error);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}

function descendantsOf(command: Command): readonly Command[] {
  return command.commands.flatMap((child) => [child, ...descendantsOf(child)]);
}
