#!/usr/bin/env node
import { CommanderError } from 'commander';
import { AppError } from '../../../platform/errors.ts';
import { dumpCommand } from './command.ts';

const command = dumpCommand('sagasu-dump').helpOption('-h, --help', 'print help').exitOverride();
try {
  await command.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    // Commander has printed the problem. Exit code 0 is help that was requested.
    process.exitCode = error.exitCode === 0 ? 0 : 2;
  } else {
    // An expected error is one sentence. Anything else is a defect and is printed with its stack.
    console.error(error instanceof AppError ? `sagasu-dump: ${error.message}` : error);
    process.exitCode = 1;
  }
}
