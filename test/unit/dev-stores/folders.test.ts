import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { canTraverse, findAccount } from '../../../dev-stores/accounts.ts';
import { sourceHash } from '../../../dev-stores/elasticsearch-distribution.ts';
import { layout } from '../../../dev-stores/layout.ts';
import { claimFolder } from '../../../dev-stores/owner.ts';
import { isRunning, linuxStart, processStart } from '../../../dev-stores/process-identity.ts';

const folders: string[] = [];
const freshPlaces = () => {
  const folder = mkdtempSync(join(tmpdir(), 'sagasu-owner-'));
  folders.push(folder);
  return layout(folder);
};
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

describe('the name of the unpacked Elasticsearch in the cache', () => {
  const sources = new Map([
    ['A.java', 'class A'],
    ['B.java', 'class B'],
  ]);

  test('does not depend on the order in which the sources are read', () => {
    expect(sourceHash(new Map([...sources].toReversed()))).toBe(sourceHash(sources));
  });

  test.each([
    [
      'a changed source',
      [
        ['A.java', 'class A '],
        ['B.java', 'class B'],
      ],
    ],
    [
      'a renamed source',
      [
        ['A2.java', 'class A'],
        ['B.java', 'class B'],
      ],
    ],
    [
      'a source more',
      [
        ['A.java', 'class A'],
        ['B.java', 'class B'],
        ['C.java', ''],
      ],
    ],
    [
      'text that moved from one to the next',
      [
        ['A.java', 'class Acl'],
        ['B.java', 'ass B'],
      ],
    ],
  ] as const)('changes with %s', (_, changed) => {
    expect(sourceHash(new Map(changed))).not.toBe(sourceHash(sources));
  });
});

describe('the owner of a data folder', () => {
  test('is one process, and the record lists its programs; after a release any process may claim the folder', () => {
    const places = freshPlaces();
    const first = claimFolder(places);
    if (first.kind !== 'owned') throw new Error('not owned');
    expect(() => claimFolder(places)).toThrow(/already uses/);
    first.ownership.announce({ redisUrl: 'redis://127.0.0.1:1' });
    expect(claimFolder(places)).toEqual({ kind: 'shared', urls: { redisUrl: 'redis://127.0.0.1:1' } });
    first.ownership.release();
    expect(claimFolder(places).kind).toBe('owned');
    expect(readdirSync(places.run)).toEqual(['owner.json']);
  });

  test.each([
    ['that is dead', JSON.stringify({ pid: 2 ** 22 + 1, started: '1', urls: null })],
    ['whose number another process has now', JSON.stringify({ pid: process.pid, started: 'before', urls: null })],
    ['whose record is half written', '{"pid":'],
  ])('%s is replaced', (_, record) => {
    const places = freshPlaces();
    const first = claimFolder(places);
    if (first.kind === 'owned') first.ownership.release();
    writeFileSync(join(places.run, 'owner.json'), record);
    expect(claimFolder(places).kind).toBe('owned');
    expect(existsSync(join(places.run, 'owner.json'))).toBe(true);
  });
});

describe('a process', () => {
  test('is the same only with the same number and start time', () => {
    const started = processStart(process.pid) ?? '';
    expect(isRunning({ pid: process.pid, started })).toBe(true);
    expect(isRunning({ pid: process.pid, started: `${started}0` })).toBe(false);
    expect(isRunning({ pid: 2 ** 22 + 1, started })).toBe(false);
  });

  test('is recognized if its name contains brackets and spaces, and a zombie does not count as running', () => {
    const fields = ['1', '7', '7', '0', '-1', '4194560', '1', '0', '0', '0', '0', '0', '0', '0', '20', '0', '1', '0'];
    expect(linuxStart(`7 (a) S (b) S ${fields.join(' ')} 8842 1 2`)).toBe('8842');
    expect(linuxStart(`7 (sh) Z ${fields.join(' ')} 8842 1 2`)).toBeNull();
  });
});

describe('the account of the stores', () => {
  const passwd = 'root:x:0:0:root:/root:/bin/bash\nsagasu:x:997:995::/nonexistent:/bin/false\nbroken:x\n';
  const account = { name: 'sagasu', uid: 997, gid: 995 };

  test('is found by name and is never root', () => {
    expect(findAccount(passwd, 'sagasu')).toEqual(account);
    for (const name of ['root', 'broken', 'nobody', 'saga']) expect(findAccount(passwd, name)).toBeNull();
  });

  test.each([
    ['a folder of its own', { uid: 997, gid: 0, mode: 0o40700 }, true],
    ['a folder of its own that it closed', { uid: 997, gid: 995, mode: 0o40077 }, false],
    ['a folder of its group', { uid: 0, gid: 995, mode: 0o40710 }, true],
    ['a home of root', { uid: 0, gid: 0, mode: 0o40700 }, false],
    ['a home of root that lets others through', { uid: 0, gid: 0, mode: 0o40701 }, true],
  ])('%s', (_, folder, passes) => {
    expect(canTraverse(folder, account)).toBe(passes);
  });
});
