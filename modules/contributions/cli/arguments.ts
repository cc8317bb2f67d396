/** Arguments of the commands of dumps, and the operator as the person who decides. */
import { InvalidArgumentError } from 'commander';
import type { DryRun } from '../../../cli/rehearsal.ts';
import { withDatabase } from '../../../cli/stores.ts';
import type { DumpModerator } from '../server/moderate-dumps.ts';

/** With `dryRun` everything that `work` does is undone at the end. */
export async function asOwner<T>(work: (by: DumpModerator) => Promise<T>, options: Partial<DryRun> = {}): Promise<T> {
  return withDatabase(async (pool) => work({ pool, secret: null, now: new Date() }), options);
}

export function parseId(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError('It must be a number from a list.');
  return Number(text);
}

export function parseKey(text: string): string {
  if (!/^[0-9a-f]{64}$/.test(text)) throw new InvalidArgumentError('It must have 64 hexadecimal digits.');
  return text;
}
