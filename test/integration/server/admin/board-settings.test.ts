import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SETTINGS_OF_MODULES } from '../../../../mappings/board-settings/table.ts';
import { configKickChannel } from '../../../../mappings/kick.ts';
import { createPatientRedis } from '../../../support/patient-redis.ts';
import type { BoardDefaults, BoardSettings } from '../../../../mappings/contract/board-settings.ts';
import { eventually } from '../../../support/archive.ts';
import { insertBoard, type TestBoard } from '../../../support/builders.ts';
import { useWorld } from '../../../support/world.ts';
import { givenConfig, givenServer, type GivenServer } from '../given-archive.ts';
import { givenAdmin, type Admin } from './given-admin.ts';

const world = useWorld();
const lines: string[] = [];
let server: GivenServer;
let admin: Admin;
let board: TestBoard;

beforeAll(async () => {
  const log = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  server = await givenServer(world(), { logger: pino(log), clock: () => new Date() });
  admin = await givenAdmin(world(), server);
  board = await insertBoard(world().pool, 'g');
});
afterAll(async () => {
  await server.close();
});
beforeEach(async () => {
  await world().pool.query(`update boards set settings = '{}'`);
  await world().pool.query(`update board_defaults set settings = '{}'`);
  await world().pool.query('delete from missing_posts');
});

const read = async (): Promise<BoardSettings> => (await admin.get('/boards/g/settings')).body as BoardSettings;
const change = async (settings: object, revision?: string) =>
  admin.send('PATCH', '/boards/g/settings', { settings, ...(revision !== undefined && { revision }) });
const settingOf = (answer: unknown, name: string) =>
  (answer as BoardDefaults).settings.find((setting) => setting.name === name);
const stored = async (): Promise<unknown> =>
  (await world().pool.query('select settings from boards')).rows[0]?.settings;

test('every setting is listed with its default, those of modules last', async () => {
  const answer = await read();
  const ofModules = Object.values(SETTINGS_OF_MODULES).flat();
  const core = answer.settings.slice(0, answer.settings.length - ofModules.length);
  expect(answer.settings.slice(core.length).map(({ name }) => name)).toEqual(ofModules);
  expect(answer).toMatchObject({ board: 'g', unknown: [], held: { posts: 0, threads: 0, files: 0 } });
  expect(core.map(({ name, value, default: usual, in_force: inForce }) => [name, value, usual, inForce])).toEqual([
    ['refreshDelay', null, 10, 10],
    ['refreshDelayMax', null, 80, 80],
    ['threadRefreshRate', null, 0, 0],
    ['threadRefreshRateMax', null, null, null],
    ['deletedThreadsThresholdPage', null, 8, 8],
    ['throttleMillisec', null, 1000, 1000],
    ['archive', null, true, true],
    ['catalog', null, true, true],
    ['threads.only', null, null, null],
    ['threads.not', null, null, null],
    ['media.files.op', null, true, true],
    ['media.files.reply', null, true, true],
    ['media.thumbs.op', null, true, true],
    ['media.thumbs.reply', null, true, true],
    ['media.concurrency', null, null, null],
    ['mail.charset', null, 'windows-1252', 'windows-1252'],
    ['newestThreadsFirst', null, false, false],
    ['unlisted', null, false, false],
    ['reports.hideAfter', null, null, null],
    ['index.documents', null, true, true],
    ['publicLog', null, false, false],
    ['publicLogNames', null, false, false],
  ]);
  expect(settingOf(answer, 'refreshDelay')).toMatchObject({
    kind: 'number',
    unit: 'seconds',
    minimum: 0.1,
    maximum: 86400,
  });
});

test('several settings are changed in one request, keep their types, and are returned', async () => {
  const wish = {
    refreshDelay: 30,
    archive: false,
    'threads.not': '2024\nweeds?',
    'media.files.op': 'true',
    catalog: true,
  };
  const { status, body } = await change(wish);
  expect(status).toBe(200);
  expect(body).toEqual(await read());
  expect(await stored()).toEqual({
    refreshDelay: 30,
    archive: false,
    catalog: true,
    threads: { not: '2024\nweeds?' },
    media: { files: { op: 'true' } },
  });
  expect(settingOf(body, 'refreshDelayMax')).toMatchObject({ value: null, default: 240, in_force: 240 });
  await change({ refreshDelayMax: 60 });
  await change({ refreshDelay: null, archive: null });
  expect(await stored()).toEqual({
    refreshDelayMax: 60,
    catalog: true,
    threads: { not: '2024\nweeds?' },
    media: { files: { op: 'true' } },
  });
});

const changeDefaults = async (settings: object, revision?: string) =>
  admin.send('PATCH', '/board-defaults', { settings, ...(revision !== undefined && { revision }) });
const readDefaults = async () => (await admin.get('/board-defaults')).body as BoardDefaults;

test('the defaults of all boards apply to a board until it has its own value, and again after a reset', async () => {
  expect(settingOf(await read(), 'archive')).toMatchObject({ default: true, default_from: 'built_in' });
  const { status, body } = await changeDefaults({ archive: false, refreshDelay: 30, 'threads.not': 'weeds' });
  expect(status).toBe(200);
  expect(body).toEqual(await readDefaults());
  expect(settingOf(body, 'archive')).toMatchObject({ value: false, default: true, default_from: 'built_in' });
  const inherited = await read();
  const all = { value: null, default_from: 'all_boards' };
  expect(settingOf(inherited, 'archive')).toMatchObject({ ...all, default: false, in_force: false });
  expect(settingOf(inherited, 'refreshDelay')).toMatchObject({ ...all, default: 30, in_force: 30 });
  expect(settingOf(inherited, 'refreshDelayMax')).toMatchObject({ default: 240, default_from: 'built_in' });
  expect(settingOf(inherited, 'catalog')).toMatchObject({ default: true, default_from: 'built_in' });
  const own = (await change({ archive: true, refreshDelay: 5, 'threads.not': false })).body;
  expect(settingOf(own, 'archive')).toMatchObject({ value: true, default: false, in_force: true });
  expect(settingOf(own, 'refreshDelay')).toMatchObject({ value: 5, default: 30, in_force: 5 });
  expect(settingOf(own, 'refreshDelayMax')).toMatchObject({ default: 40 });
  expect(settingOf(own, 'threads.not')).toMatchObject({ value: false, default: 'weeds', in_force: null });
  const reset = (await change({ archive: null, 'threads.not': null })).body;
  expect(settingOf(reset, 'archive')).toMatchObject({ ...all, in_force: false });
  expect(settingOf(reset, 'threads.not')).toMatchObject({ ...all, in_force: 'weeds' });
  await changeDefaults({ archive: null });
  expect(settingOf(await read(), 'archive')).toMatchObject({ default: true, default_from: 'built_in' });
});

test('invalid and outdated changes of the defaults are refused as those of a board are', async () => {
  const { revision } = await readDefaults();
  expect(await changeDefaults({ archive: false, refreshDelay: 0 })).toMatchObject({
    status: 400,
    body: { code: 'setting_wrong', setting: 'refreshDelay' },
  });
  expect(await changeDefaults({ colour: 'red' })).toMatchObject({ status: 400, body: { code: 'setting_unknown' } });
  expect((await readDefaults()).revision).toBe(revision);
  await changeDefaults({ archive: false });
  expect(await changeDefaults({ catalog: false }, revision)).toMatchObject({
    status: 409,
    body: { code: 'settings_changed' },
  });
  await world().pool.query(`update board_defaults set settings = '{"threads": {"not": "("}, "colour": "red"}'`);
  const answer = await readDefaults();
  expect(answer.unknown).toEqual(['colour']);
  expect(settingOf(answer, 'threads.not')).toMatchObject({ problem: expect.stringContaining('not closed') });
  expect(settingOf(await read(), 'threads.not')).toMatchObject({ problem: null, in_force: null });
  expect((await changeDefaults({ 'threads.not': null, colour: null })).status).toBe(200);
});

test('a maximum interval below the default minimum takes effect as the minimum', async () => {
  expect(settingOf((await change({ refreshDelayMax: 5 })).body, 'refreshDelayMax')).toMatchObject({
    value: 5,
    in_force: 10,
  });
});

test("the operator's own source has a short poll interval and no throttle, as in the scraper", async () => {
  const { rows } = await world().pool.query<{ url: string }>('select url from boards');
  const config = { ...givenConfig(world()), scraperOwnOrigin: rows[0]?.url ?? '' };
  const own = await givenServer(world(), { config, clock: () => new Date() });
  const other = await givenAdmin(world(), own, 'mika');
  await other.send('PATCH', '/boards/g/settings', { settings: { throttleMillisec: 5000 } });
  const { body } = await other.get('/boards/g/settings');
  await own.close();
  expect(settingOf(body, 'refreshDelay')).toMatchObject({ default: 0.5, in_force: 0.5 });
  expect(settingOf(body, 'throttleMillisec')).toMatchObject({ value: 5000, default: 0, in_force: 0 });
});

describe('a refused setting is named in the problem, and nothing changes', () => {
  test.each<[object, object]>([
    [{ refreshDelay: '60' }, { code: 'setting_wrong', setting: 'refreshDelay' }],
    [{ refreshDelay: 0 }, { code: 'setting_wrong', setting: 'refreshDelay' }],
    [{ archive: 'false' }, { code: 'setting_wrong', setting: 'archive' }],
    [{ archive: 0 }, { code: 'setting_wrong', setting: 'archive' }],
    [{ 'threads.only': true }, { code: 'setting_wrong', setting: 'threads.only' }],
    [{ 'threads.only': 'a\0' }, { code: 'setting_wrong', setting: 'threads.only' }],
    [
      { 'threads.only': 'weeds\n(moss' },
      { code: 'setting_pattern', setting: 'threads.only', position: { start: 6, end: 11 } },
    ],
    [
      { refreshDelay: 60, refreshDelayMax: 30 },
      { code: 'setting_wrong', setting: 'refreshDelayMax' },
    ],
    [{ colour: 'red' }, { code: 'setting_unknown', setting: 'colour' }],
    [{ colour: null }, { code: 'setting_unknown', setting: 'colour' }],
    [{ constructor: 1 }, { code: 'setting_unknown', setting: 'constructor' }],
    [{ media: { files: false } }, { code: 'setting_unknown', setting: 'media' }],
    [{ 'media.files.op': [true] }, { code: 'setting_wrong', setting: 'media.files.op' }],
    [{}, { code: 'request_invalid' }],
  ])('%j', async (settings, problem) => {
    expect(await change(settings)).toMatchObject({ status: 400, body: problem });
    if (Object.keys(settings).length > 0) {
      expect(await change({ catalog: false, ...settings })).toMatchObject({ status: 400, body: problem });
    }
    expect(await stored()).toEqual({});
  });
});

test('a change based on outdated settings is refused, and a change without a revision affects only the named settings', async () => {
  const { revision } = await read();
  await change({ refreshDelay: 30 });
  expect(await change({ refreshDelay: 60 }, revision)).toMatchObject({
    status: 409,
    body: { code: 'settings_changed' },
  });
  expect(await stored()).toEqual({ refreshDelay: 30 });
  expect((await change({ refreshDelay: 60 }, (await read()).revision)).status).toBe(200);
  await change({ archive: false });
  expect(await stored()).toEqual({ refreshDelay: 60, archive: false });
});

test('an invalid value in the table is reported as invalid and can be corrected', async () => {
  await world().pool.query(
    `update boards set settings = '{"threads": {"not": "("}, "archive": false, "colour": "red"}'`,
  );
  const answer = await read();
  expect(answer.unknown).toEqual(['colour']);
  expect(settingOf(answer, 'archive')).toMatchObject({ value: false, problem: null });
  expect(settingOf(answer, 'threads.not')).toMatchObject({
    value: null,
    problem: expect.stringContaining('not closed'),
  });
  expect(await change({ catalog: false })).toMatchObject({ status: 400, body: { setting: 'colour' } });
  expect((await change({ 'threads.not': null, colour: null })).status).toBe(200);
  expect(await stored()).toEqual({ archive: false });
});

test('the log records who changed a setting, with the old and the new value', async () => {
  await change({ archive: false, refreshDelay: 30 });
  lines.length = 0;
  await change({ archive: false, refreshDelay: null, 'threads.not': 'weeds' });
  const told = lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ changed }) => changed);
  expect(told).toMatchObject([
    {
      account: 'root',
      board: 'g',
      changed: expect.arrayContaining([
        { setting: 'refreshDelay', before: 30, after: null },
        { setting: 'threads.not', before: null, after: 'weeds' },
      ]) as unknown,
    },
  ]);
  expect(told[0]?.['changed']).toHaveLength(2);
});

test('running scrapers are notified immediately', async () => {
  const redis = createPatientRedis(world().redisUrl);
  const listener = createPatientRedis(world().redisUrl);
  let heard = 0;
  listener.on('message', () => heard++);
  await listener.subscribe(configKickChannel(world().queuePrefix));
  const connected = await givenServer(world(), { redis, clock: () => new Date() });
  const other = await givenAdmin(world(), connected, 'ann');
  await other.send('PATCH', '/boards/g/settings', { settings: { archive: false } });
  await eventually('the change has arrived', async () => Promise.resolve(heard === 1));
  await connected.close();
  redis.disconnect();
  listener.disconnect();
});

test('held posts, threads and files are counted, and judged once an admin releases them', async () => {
  await world().pool.query(
    `insert into missing_posts (board_id, thread, num, first_missed_at, state, due_at)
     values ($1, 1, 2, '2024-01-01', 'held', 'infinity'), ($1, 1, 3, '2024-01-01', 'held', 'infinity'),
            ($1, 1, 4, '2024-01-01', 'deleted', 'infinity')`,
    [board.id],
  );
  expect((await read()).held).toEqual({ posts: 2, threads: 0, files: 0 });
  expect(await admin.send('POST', '/boards/g/release')).toMatchObject({
    status: 200,
    body: { posts: 2, threads: 0, files: 0 },
  });
  const { rows } = await world().pool.query(
    'select state, due_at = first_missed_at as due from missing_posts order by num',
  );
  expect(rows).toEqual([
    { state: 'released', due: true },
    { state: 'released', due: true },
    { state: 'deleted', due: false },
  ]);
  expect((await admin.send('POST', '/boards/g/release')).body).toEqual({ posts: 0, threads: 0, files: 0 });
});

test('messages without a charset are counted, with the proposal of a detector until somebody sets one', async () => {
  expect((await read()).undeclared_mail).toBeNull();
  await world().pool.query(
    `insert into raw_messages (board_id, num, content, read_as)
     values ($1, 1, '', 'windows-1252'), ($1, 2, '', 'windows-1252'), ($1, 3, '', null), ($1, 4, '', 'koi8-r')`,
    [board.id],
  );
  await world().pool.query(
    `insert into charset_proposals (board_id, num, read_as, charset, before, after)
     values ($1, 2, 'windows-1252', 'koi8-r', 'òÏÊ', 'Рой'), ($1, 4, 'koi8-r', 'koi8-u', 'Рой', 'Рой')`,
    [board.id],
  );
  const found = await read();
  expect(found.undeclared_mail).toEqual({
    messages: 3,
    waiting: 1,
    proposal: { charset: 'koi8-r', samples: [{ num: 2, before: 'òÏÊ', after: 'Рой' }] },
  });
  expect((await change({ 'mail.charset': 'koi8-r' }, found.revision)).body).toMatchObject({
    undeclared_mail: { messages: 3, waiting: 2, proposal: null },
  });
  const client = await world().pool.connect();
  try {
    await client.query('set role sagasu_server');
    await expect(client.query('select content from raw_messages')).rejects.toThrow(/permission denied/);
  } finally {
    await client.query('reset role');
    client.release();
  }
});

test('the settings and held posts of a missing board are a 404', async () => {
  const unknown = { status: 404, body: { code: 'board_unknown' } };
  for (const name of ['nope', 'G', '%00', 'g%20', '__proto__']) {
    expect(await admin.get(`/boards/${name}/settings`)).toMatchObject(unknown);
    expect(await admin.send('PATCH', `/boards/${name}/settings`, { settings: { archive: false } })).toMatchObject(
      unknown,
    );
    expect(await admin.send('POST', `/boards/${name}/release`)).toMatchObject(unknown);
  }
  expect((await admin.get(`/boards/${'x'.repeat(65)}/settings`)).status).toBe(400);
});
