import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { threadsInOrder } from '../../../demo/board.ts';
import { keepJournal } from '../../../demo/journal.ts';
import { writeHistory } from '../../../demo/life/history.ts';
import { takeStep } from '../../../demo/life/pace.ts';
import { createRandom } from '../../../demo/random.ts';
import { openSite, type DemoSite } from '../../../demo/site.ts';

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'sagasu-journal-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

const MADE_AT = 1_790_000_000;
const open = (madeAt = MADE_AT) => openSite({ seed: 'j', madeAt, picturesDir: join(dir, 'files') });
const begin = (site: DemoSite) => writeHistory(site, 200);

function contentOf(site: DemoSite) {
  return [...site.boards.values()].map((board) => ({
    order: threadsInOrder(board).map((thread) => thread.no),
    threads: [...board.threads.values()],
    lastModified: board.lastModified,
    files: [...board.files.keys()].sort(),
  }));
}

function fileOf(): string {
  const [name] = readdirSync(dir).filter((entry) => entry.startsWith('journal-'));
  return join(dir, name ?? '');
}

test('a restarted site is the same site, with all recorded changes', async () => {
  const first = await open();
  const journal = await keepJournal(first, dir, begin);
  const random = createRandom('steps');
  for (let step = 1; step <= 200; step++) takeStep(first, random, MADE_AT + step);
  await journal.close();

  const second = await open(MADE_AT + 1_000_000);
  const again = await keepJournal(second, dir, () => expect.unreachable('the past is there'));
  expect(again.lost).toBe(0);
  expect(again.replayed).toBeGreaterThan(300);
  expect(contentOf(second)).toEqual(contentOf(first));
  await again.close();
});

test('a line that a crash truncated is removed, and new lines follow', async () => {
  const first = await open();
  const journal = await keepJournal(first, dir, begin);
  await journal.close();
  const whole = readFileSync(fileOf(), 'utf8');
  appendFileSync(fileOf(), '{"kind":"reply","board":"te');

  const second = await open();
  const again = await keepJournal(second, dir, begin);
  expect(again.lost).toBe(0);
  const post = second.openThread('tech', { poster: 'x', com: 'after the crash' }, MADE_AT + 5);
  await again.close();
  expect(readFileSync(fileOf(), 'utf8').startsWith(whole)).toBe(true);

  const third = await open();
  const last = await keepJournal(third, dir, begin);
  expect(last.lost).toBe(0);
  expect(third.board('tech').threads.get(post.no)?.posts[0]?.com).toBe('after the crash');
  await last.close();
});

test('lines that cannot be read or replayed are counted and skipped', async () => {
  const first = await open();
  await (await keepJournal(first, dir, begin)).close();
  appendFileSync(
    fileOf(),
    'not json\n{"kind":"delete","board":"tech","at":1,"no":1}\n{"kind":"delete","board":"gone","at":1,"no":1}\n',
  );
  const second = await open();
  const journal = await keepJournal(second, dir, begin);
  expect(journal.lost).toBe(3);
  expect(contentOf(second)).toEqual(contentOf(first));
  await journal.close();
});
