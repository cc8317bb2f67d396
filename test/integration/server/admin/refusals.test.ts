import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HarvestRefusalList } from '../../../../mappings/contract/refusals.ts';
import { insertBoard } from '../../../support/builders.ts';
import { useWorld } from '../../../support/world.ts';
import { sagasu } from '../../cli/harness.ts';
import { givenServer, type GivenServer } from '../given-archive.ts';
import { ask } from './given-admin.ts';
import { givenSenders, type Headers, type Sender } from './given-senders.ts';

const world = useWorld();
let server: GivenServer;
let senders: ReadonlyMap<string, Headers>;

const INSERT = `
insert into refusals (board_id, url, reason, sample, first_seen, last_seen, thread, entries)
values ($1, $2, 'missing_field', $3, '2024-05-01T12:00:00Z', $4, $5, $6)`;

beforeAll(async () => {
  const { pool } = world();
  const [g, x] = [await insertBoard(pool, 'g'), await insertBoard(pool, 'x')];
  server = await givenServer(world(), { clock: () => new Date() });
  senders = await givenSenders(world(), server);
  const sample = 'posts[2].no is missing\n{"resto":100}';
  await pool.query(INSERT, [g.id, 'https://site.example/g/100.json', sample, '2024-05-01T12:00:00Z', 100, 2]);
  await pool.query(INSERT, [x.id, 'https://site.example/x/threads.json', '', '2024-05-02T12:00:00Z', null, null]);
});
afterAll(async () => server.close());

async function list(sender: Sender, query = ''): Promise<HarvestRefusalList> {
  const { status, body } = await ask(server, {
    method: 'GET',
    url: `/api/v1/admin/refusals${query}`,
    headers: { 'sec-fetch-site': 'same-origin', ...senders.get(sender) },
  });
  expect(status).toBe(200);
  return body as HarvestRefusalList;
}

const boards = async (sender: Sender, query?: string) => (await list(sender, query)).refusals.map(({ board }) => board);

test('refusals are listed with their samples, the newest first', async () => {
  expect(await list('admin of all boards')).toEqual({
    refusals: [
      {
        board: 'x',
        url: 'https://site.example/x/threads.json',
        thread: null,
        reason: 'missing_field',
        entries: null,
        sample: '',
        times: 1,
        first_seen: '2024-05-01T12:00:00.000Z',
        last_seen: '2024-05-02T12:00:00.000Z',
      },
      expect.objectContaining({
        board: 'g',
        thread: 100,
        entries: 2,
        sample: expect.stringContaining('{"resto":100}'),
      }),
    ],
    has_more: false,
  });
  expect(await list('admin of all boards', '?limit=1')).toMatchObject({ refusals: [{ board: 'x' }], has_more: true });
  expect(await boards('admin of all boards', '?board=g')).toEqual(['g']);
  expect(await boards('admin of all boards', '?board=nope')).toEqual([]);
});

test('an admin of one board sees the refusals of that board only', async () => {
  expect(await boards('admin of /g/')).toEqual(['g']);
  expect(await boards('admin of /g/', '?board=x')).toEqual([]);
});

test('the command prints the same list', async () => {
  const table = await sagasu(world(), 'refusals', 'list');
  expect([table.code, table.stdout.split('\n').length]).toEqual([0, 4]);
  expect(table.stdout).toMatch(/\/g\/ +missing_field +2 .*100\.json +posts\[2\]\.no is missing/);
  const rows = await sagasu(world(), 'refusals', 'list', '--board', 'g', '--json');
  expect(JSON.parse(rows.stdout)).toMatchObject({ board: 'g', entries: 2 });
  expect((await sagasu(world(), 'refusals', 'list', '--board', 'nope')).code).toBe(2);
});
