/** Keeps the newest result of each measure and size, for the tables of docs/notes/measurements.md. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Measure } from './measure.ts';

export interface Result extends Measure {
  readonly posts: number;
  readonly machine: string;
  readonly measuredAt: string;
}

export function readResults(file: string): Result[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Result);
}

/** Replaces the result of the same measure, number of posts and peer. */
export function keepResult(file: string, result: Result): void {
  mkdirSync(dirname(file), { recursive: true });
  const others = readResults(file).filter((other) => keyOf(other) !== keyOf(result));
  writeFileSync(file, [...others, result].map((one) => `${JSON.stringify(one)}\n`).join(''));
}

/** Removes the peer's figure in brackets at the end of `against`. */
export function peerOf({ against }: Pick<Measure, 'against'>): string {
  return against.replace(/ \([^()]*\)$/, '');
}

function keyOf(result: Result): string {
  return JSON.stringify([result.name, peerOf(result), result.posts]);
}
