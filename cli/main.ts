#!/usr/bin/env node
import { Command } from 'commander';
import { AppError } from '../platform/errors.ts';
import { boardCommand } from './board.ts';
import { migrateCommand } from './migrate.ts';
import { startCommand } from './start.ts';

const program = new Command('sagasu')
  .description('Sagasu: a search-centred archive of imageboards and other public discussions')
  .showHelpAfterError('(sagasu --help shows what there is)')
  .addCommand(startCommand())
  .addCommand(migrateCommand())
  .addCommand(boardCommand());

try {
  await program.parseAsync();
} catch (error) {
  // What we expect to go wrong is a sentence; anything else is a defect and keeps its stack.
  console.error(error instanceof AppError ? `sagasu: ${error.message}` : error);
  process.exitCode = 1;
}
