/** `sagasu dump` is the command of the package that contributors install. */
import type { Command } from 'commander';
import { dumpCommand as commandOfPackage } from '../dumps/command.ts';

export function dumpCommand(): Command {
  return commandOfPackage();
}
