/** All state transitions of dumps, with a real database and a clock that the test controls. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Dump } from '../../../format/dump.ts';
import type { DumpState } from '../../../format/states.ts';
import { DumpStage } from '../../support/dump-stage.ts';
import { useWorld } from '../../../../../test/support/world.ts';
import { PICTURE, VIDEO } from '../../unit/format/sample-dump.ts';

const world = useWorld();
let stage: DumpStage;

beforeAll(async () => {
  stage = await DumpStage.of(world());
});
afterAll(async () => stage.close());
beforeEach(async () => stage.clear());

const of = (dump: Dump, version: string, change: Partial<Dump> = {}): Dump => ({
  ...dump,
  client: { ...dump.client, version },
  ...change,
});
const V1 = of(VIDEO, '1.0');
const V2 = of(VIDEO, '2.0');
const renamed = (dump: Dump, container: string): Dump => ({ ...dump, media: { ...dump.media!, container } });
const taller: Partial<Dump> = {
  media: { ...VIDEO.media!, tracks: VIDEO.media!.tracks.map((track) => ({ ...track, height: 361 })) },
};
const hollow: Partial<Dump> = { media: { ...VIDEO.media!, tracks: VIDEO.media!.tracks.slice(1) } };
const unnamed: Partial<Dump> = {
  media: { ...VIDEO.media!, tracks: VIDEO.media!.tracks.map((track) => ({ ...track, codec: 'unknown' })) },
};

/** Dumps are named a, b, c in the order of their arrival. */
type Step = (ids: number[]) => Promise<unknown>;
const post =
  (minutesOld = 60): Step =>
  async () =>
    stage.post(VIDEO, { minutesOld });
const file =
  (minutesOld = 60): Step =>
  async () =>
    stage.file(VIDEO, { minutesOld });
const gone: Step = async () => stage.removeFile(VIDEO);
const dump =
  (given: Dump, by: string | null = 'ann', trust: 'full' | 'lesser' | null = 'full'): Step =>
  async (ids) => {
    if (by !== null && trust !== null) await stage.trust(by, given, trust);
    ids.push(await stage.contribute(given, by));
  };
const service: Step = async () => stage.service();
const granter: Step = async () => stage.grant();
const later =
  (minutes: number): Step =>
  async () =>
    stage.later(minutes);
const moderator =
  (action: Parameters<DumpStage['moderate']>[0], which: number): Step =>
  async (ids) => {
    expect((await stage.moderate(action, ids[which] ?? 0)).refused).toEqual([]);
  };
const broken: Step = async () => stage.owner.query(`update dumps set content = 'no XML'`);
const granted = [later(1440), granter];

test.each<[string, readonly Step[], readonly DumpState[]]>([
  ['new → used', [post(), dump(V1), service], ['used']],
  ['new → used, of a stored file', [file(), dump(V1), service], ['used']],
  ['new stays for ten minutes after a file came', [file(0), dump(V1), later(9), service], ['new']],
  ['new → used ten minutes after', [file(0), dump(V1), service, later(10), service], ['used']],
  ['new stays for ten minutes after a file was posted', [post(0), dump(V1), later(9), service], ['new']],
  ['unknown stays new', [dump(V1), service, later(600), service], ['new']],
  ['unknown → new → used when the file comes', [dump(V1), service, file(), later(1), service], ['used']],
  ['unknown → new → used when a post names the file', [dump(V1), service, post(), service], ['used']],
  ['not trusted stays new', [post(), dump(V1, 'ann', null), service, later(600), service], ['new']],
  ['not signed stays new', [post(), dump(V1, null), service], ['new']],
  [
    'not signed → used, if a moderator trusts this dump',
    [post(), dump(V1, null), service, moderator('trust', 0), service],
    ['used'],
  ],
  [
    'not trusted → used, when the contributor is trusted',
    [post(), dump(V1, 'ann', null), service, async () => stage.trust('ann', V1), service],
    ['used'],
  ],
  [
    'not trusted → used, when a trusted contributor confirms it',
    [
      post(),
      dump(V1, 'ann', null),
      service,
      async () => stage.trust('bob', V1),
      async () => stage.contribute(V1, 'bob'),
      service,
    ],
    ['used'],
  ],
  ['new → incoherent', [post(), dump(of(VIDEO, '1.0', hollow)), service], ['incoherent']],
  ['new → codec', [post(), dump(of(VIDEO, '1.0', unnamed)), service], ['codec']],
  ['new → failed', [post(), dump(V1), broken, service], ['failed']],
  [
    'new → unseen: a dump of the same version differs',
    [post(), dump(V1), service, ...granted, dump(renamed(V1, 'QuickTime')), service],
    ['used', 'unseen'],
  ],
  [
    'new → stalled: a change is waiting',
    [post(), dump(V1), service, dump(renamed(V1, 'QuickTime')), service],
    ['used', 'stalled'],
  ],
  [
    'stalled → new → stalled while it waits',
    [post(), dump(V1), service, dump(renamed(V1, 'QuickTime')), service, later(60), service],
    ['used', 'stalled'],
  ],
  [
    'stalled → new → unseen when the change is granted',
    [post(), dump(V1), service, dump(renamed(V1, 'QuickTime')), service, ...granted, service],
    ['used', 'unseen'],
  ],
  [
    'used → deprecated: a newer version agrees',
    [post(), dump(V1), service, ...granted, dump(V2), service],
    ['deprecated', 'used'],
  ],
  [
    'new → candidate: a newer version differs',
    [post(), dump(V1), service, ...granted, dump(of(VIDEO, '2.0', taller)), service],
    ['used', 'candidate'],
  ],
  [
    'used → deprecated: a more trusted client overrides it',
    [
      post(),
      dump(V1, 'ann', 'lesser'),
      service,
      ...granted,
      dump({ ...V1, client: { name: 'other', version: '0.1' } }, 'bob'),
      service,
    ],
    ['deprecated', 'used'],
  ],
  [
    'new → unseen: less trusted than the used dump',
    [post(), dump(V1), service, ...granted, dump(of(VIDEO, '2.0'), 'bob', 'lesser'), service],
    ['used', 'unseen'],
  ],
  ['used → reset', [post(), dump(V1), service, moderator('reset', 0)], ['reset']],
  ['used → reset → new → used', [post(), dump(V1), service, moderator('reset', 0), service], ['used']],
  [
    'used → reset for an hour, to unlock',
    [post(), dump(V1), service, moderator('unlock', 0), later(59), service],
    ['reset'],
  ],
  [
    'unlocked → new → used after an hour',
    [post(), dump(V1), service, moderator('unlock', 0), later(60), service],
    ['used'],
  ],
  [
    'used → smitten → candidate reset → used',
    [
      post(),
      dump(V1),
      service,
      ...granted,
      dump(of(VIDEO, '2.0', taller)),
      service,
      moderator('smite', 0),
      service,
      moderator('reset', 1),
      service,
    ],
    ['smitten', 'used'],
  ],
  [
    'used → deleted → candidate reset → used',
    [
      post(),
      dump(V1),
      service,
      ...granted,
      dump(of(VIDEO, '2.0', taller)),
      service,
      moderator('delete', 0),
      moderator('reset', 1),
      service,
    ],
    ['used'],
  ],
  [
    'smitten → forgotten',
    [post(), dump(V1), service, moderator('smite', 0), moderator('forget', 0), service],
    ['forgotten'],
  ],
  ['smitten → reset → used', [post(), dump(V1), moderator('smite', 0), moderator('reset', 0), service], ['used']],
  [
    'used, unseen, incoherent → new when the file is removed; smitten stays',
    [
      file(),
      dump(V1),
      service,
      ...granted,
      dump(renamed(V1, 'QuickTime')),
      dump(of(VIDEO, '1.0', hollow)),
      dump(renamed(V1, 'WebM')),
      service,
      moderator('smite', 3),
      gone,
    ],
    ['new', 'new', 'new', 'smitten'],
  ],
  [
    'used → new → used when the file is removed and returns',
    [file(), dump(V1), service, gone, file(), later(1), service],
    ['used'],
  ],
  [
    'used → new when the last post that named the file is purged',
    [
      post(),
      dump(V1),
      service,
      async () => stage.owner.query('update posts set media_hash = null, media_hash_src = null'),
      service,
    ],
    ['new'],
  ],
  [
    'a dump of a banned file stays new',
    [file(), async () => stage.owner.query('update images set banned = true'), dump(V1), service],
    ['new'],
  ],
  [
    'a dump with another SHA-256 than the stored file stays new',
    [file(), dump({ ...V1, file: { ...V1.file, sha256: 'e'.repeat(64) } }), service],
    ['new'],
  ],
])('%s', async (_name, steps, expected) => {
  const ids: number[] = [];
  for (const step of steps) await step(ids);
  const states = await stage.states();
  expect(ids.flatMap((id) => states.get(id) ?? [])).toEqual(expected);
});

test('concurrent services and moderators never make two used dumps of a file', async () => {
  const services = Array.from({ length: 4 }, () => stage.aService());
  for (let round = 0; round < 5; round++) {
    await stage.clear();
    await stage.trust('ann', V1);
    await stage.post(VIDEO);
    const ids: number[] = [];
    for (let copy = 0; copy < 8; copy++) ids.push(await stage.contribute(renamed(V1, `Container ${copy}`)));
    await Promise.all([
      ...services.map(async (each) => each.run()),
      ...ids.slice(0, 3).map(async (id) => stage.moderate('reset', id)),
    ]);
    await Promise.all(services.map(async (each) => each.run()));
    const states = [...(await stage.states()).values()];
    expect(states.filter((state) => state === 'used')).toHaveLength(1);
    expect(states).not.toContain('failed');
  }
});

test('the log of a dump has each of its states with the actor', async () => {
  await stage.post(PICTURE);
  await stage.trust('ann', PICTURE);
  const id = await stage.contribute(PICTURE);
  await stage.service();
  await stage.moderate('reset', id);
  await stage.service();
  await stage.owner.query('update posts set media_hash = null');
  await stage.service();
  const { rows } = await stage.owner.query('select actor, from_state, to_state from dump_log order by id');
  expect(rows.map(({ actor, from_state: from, to_state: to }) => `${actor}: ${from} → ${to}`)).toEqual([
    'door: null → 0',
    'service: 0 → 11',
    'moderator: 11 → 83',
    'service: 83 → 0',
    'service: 0 → 11',
    'site: 11 → 0',
  ]);
});
