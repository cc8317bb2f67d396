import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { processStart } from '../../../dev-stores/process-identity.ts';
import { folderInMemory } from '../../support/memory-folder.ts';

let memory: string;
beforeEach(() => {
  memory = mkdtempSync(join(tmpdir(), 'sagasu-memory-'));
});
afterEach(() => rmSync(memory, { recursive: true, force: true }));

const ME = { pid: process.pid, started: processStart(process.pid) ?? '' };
/** No process has started at this time. */
const GONE = { pid: process.pid, started: '1' };

function given({ pid, started }: typeof ME, owner?: typeof ME): string {
  const name = `sagasu-tests-${pid}-${started}-abcdef`;
  mkdirSync(join(memory, name, 'run'), { recursive: true });
  if (owner !== undefined) writeFileSync(join(memory, name, 'run/owner.json'), JSON.stringify(owner));
  return name;
}

test('removes the folder of a run whose processes have ended', () => {
  given(GONE, GONE);
  const folder = folderInMemory(memory, 0);
  expect(readdirSync(memory)).toEqual([basename(folder ?? '')]);
});

test('keeps the folders of runs that continue, and of other programs', () => {
  const kept = [given(ME), given(GONE, ME), 'sagasu-tests-other'];
  mkdirSync(join(memory, 'sagasu-tests-other'));
  const folder = folderInMemory(memory, 0);
  expect(readdirSync(memory).toSorted()).toEqual([...kept, basename(folder ?? '')].toSorted());
});

test('creates no folder without enough space', () => {
  expect(folderInMemory(memory, 2 ** 60)).toBeNull();
  expect(readdirSync(memory)).toEqual([]);
});
