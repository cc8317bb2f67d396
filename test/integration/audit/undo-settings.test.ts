/** Changes of settings are undone from the audit log, by accounts that may change the settings. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AuditList } from '../../../mappings/contract/audit.ts';
import { insertBoard, type TestBoard } from '../../support/builders.ts';
import { useWorld } from '../../support/world.ts';
import { givenServer, type GivenServer } from '../server/given-archive.ts';
import { givenAdmin, type Admin } from '../server/admin/given-admin.ts';

const world = useWorld();
let g: TestBoard;
let server: GivenServer;
let ada: Admin;
let ofG: Admin;

beforeAll(async () => {
  g = await insertBoard(world().pool, 'g');
  await insertBoard(world().pool, 'tea');
  server = await givenServer(world(), { clock: () => new Date() });
  ada = await givenAdmin(world(), server, 'ada');
  ofG = await givenAdmin(world(), server, 'of-g');
  await world().pool.query(
    `update account_roles set board_id = $1 where account_id = (select id from accounts where name = 'of-g')`,
    [g.id],
  );
});
afterAll(async () => server.close());
beforeEach(async () => {
  await world().pool.query(`update boards set settings = '{}'`);
  await world().pool.query(`update board_defaults set settings = '{}'`);
});

const change = async (of: Admin, settings: object, path = '/boards/g/settings') => {
  expect((await of.send('PATCH', path, { settings })).status).toBe(200);
  const { body } = await of.get(`/audit?action=${path.startsWith('/boards') ? 'boards' : 'board_defaults'}&limit=1`);
  return (body as AuditList).entries[0]?.id ?? 0;
};
const undo = async (of: Admin, entry: number) => of.send('POST', `/audit/${entry}/undo`);
async function stored(table = 'boards', where = `name = 'g'`): Promise<unknown> {
  const { rows } = await world().pool.query<{ settings: unknown }>(`select settings from ${table} where ${where}`);
  return rows[0]?.settings;
}

test('undoing an entry restores the earlier value of each of its settings, and leaves the others', async () => {
  await change(ada, { publicLog: true, 'reports.hideAfter': 5 });
  const entry = await change(ada, { publicLog: null, 'reports.hideAfter': 7, archive: false });
  await change(ada, { publicLogNames: true });
  const { status, body } = await undo(ada, entry);
  expect({ status, body }).toMatchObject({ status: 200 });
  expect((body as { settings: string[] }).settings.toSorted()).toEqual(['archive', 'publicLog', 'reports.hideAfter']);
  expect(await stored()).toEqual({ publicLog: true, publicLogNames: true, reports: { hideAfter: 5 } });
  // Undoing is an ordinary change, and can be undone itself.
  const [again] = ((await ada.get('/audit?action=boards&limit=1')).body as AuditList).entries;
  expect((await undo(ada, again?.id ?? 0)).status).toBe(200);
  expect(await stored()).toEqual({ archive: false, publicLogNames: true, reports: { hideAfter: 7 } });
});

test('an entry with a setting that was changed again is refused with the setting’s name, and nothing changes', async () => {
  const entry = await change(ada, { publicLog: true, 'reports.hideAfter': 5 });
  await change(ada, { 'reports.hideAfter': 9 });
  const { status, body } = await undo(ada, entry);
  expect(status).toBe(409);
  expect(body).toMatchObject({
    code: 'settings_changed',
    detail: expect.stringContaining('reports.hideAfter') as string,
  });
  expect(await stored()).toEqual({ publicLog: true, reports: { hideAfter: 9 } });
});

test('undoing an entry twice has no further effect', async () => {
  const entry = await change(ada, { publicLog: true });
  expect((await undo(ada, entry)).body).toEqual({ settings: ['publicLog'] });
  expect((await undo(ada, entry)).body).toEqual({ settings: [] });
  expect(await stored()).toEqual({});
});

test('changes of the defaults of all boards can be undone by admins of all boards', async () => {
  const entry = await change(ada, { publicLog: true }, '/board-defaults');
  expect(await undo(ofG, entry)).toMatchObject({ status: 404, body: { code: 'entry_unknown' } });
  expect((await undo(ada, entry)).body).toEqual({ settings: ['publicLog'] });
  expect(await stored('board_defaults', 'true')).toEqual({});
});

test('an admin of a board sees and undoes changes of this board only', async () => {
  const own = await change(ofG, { publicLog: true });
  const other = await change(ada, { publicLog: true }, '/boards/tea/settings');
  expect(await undo(ofG, other)).toMatchObject({ status: 404, body: { code: 'entry_unknown' } });
  expect((await undo(ofG, own)).status).toBe(200);
  expect([await stored(), await stored('boards', `name = 'tea'`)]).toEqual([{}, { publicLog: true }]);
});

test('entries of other actions cannot be undone in this way', async () => {
  const { body } = await ada.get('/audit?action=accounts&limit=1');
  const [entry] = (body as AuditList).entries;
  expect(await undo(ada, entry?.id ?? 0)).toMatchObject({ status: 404, body: { code: 'entry_unknown' } });
  expect((await undo(ada, 999_999)).status).toBe(404);
});
