/**
 * Random histories of contributors, versions, services, the granter, moderators and posts. Each history has its own file. Many run at the same time in one
 * database, while connections of the indexer are killed. At every moment a file has at most one used dump, and no change is granted that was stopped or is
 * younger than 24 hours. At the end every client is reverted, and all records and posts have their original values.
 */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Dump } from '../../../format/dump.ts';
import { toError, UnavailableError } from '../../../../../platform/errors.ts';
import { toUnavailable } from '../../../../../platform/postgres-errors.ts';
import { DumpStage } from '../../support/dump-stage.ts';
import { IS_FULL } from '../../../../../test/support/full-counts.ts';
import { useWorld } from '../../../../../test/support/world.ts';
import { PICTURE } from '../../unit/format/sample-dump.ts';

const world = useWorld();
let stage: DumpStage;

beforeAll(async () => {
  // The test kills connections but not PostgreSQL, so commits need not wait for the disk.
  await world().pool.query(
    `do $$ begin execute format('alter database %I set synchronous_commit = off', current_database()); end $$`,
  );
  stage = await DumpStage.of(world());
});
afterAll(async () => stage.close());

const ROUNDS = 12;
/** Numbers of histories: in total, in each test, and in the database at the same time. */
const [TOTAL, IN_TEST, SHARE] = IS_FULL ? [10_000, 1_000, 250] : [20, 20, 20];
/** Histories that share clients: reverting a client affects all of them. */
const CIRCLE = 5;
/** Each round has one kill for this many histories. */
const HISTORIES_PER_KILL = 10;
/** Histories that act at the same time. */
const ACTORS = 6;
const CLIENTS = ['sagasu 1.0', 'sagasu 1.1', 'sagasu 2.0', 'other 1.0'] as const;

/** A generator of random integers below `below`, which the seed determines. */
function randomOf(seed: number) {
  let state = seed * 2_654_435_761 + 1;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const hex = (text: string, digits: number) => createHash('sha512').update(text).digest('hex').slice(0, digits);

/** A client's dump of the file of a history. Versions of the client differ in some values. */
function dumpOf(seed: number, client: string, variant: number): Dump {
  const [name = '', version = ''] = client.split(' ');
  return {
    ...PICTURE,
    client: { name: `${name}-${Math.floor(seed / CIRCLE)}`, version },
    file: {
      ...PICTURE.file,
      offered: variant === 2,
      size: 1_000 + seed,
      md5: hex(`md5 ${seed}`, 32),
      sha1: hex(`sha1 ${seed}`, 40),
      sha256: hex(`sha256 ${seed} ${variant === 3 ? 'lie' : ''}`, 64),
    },
    image: { ...PICTURE.image!, width: 800 + (variant % 2), pixels: hex(`pixels ${seed}`, 64) },
  };
}

interface History {
  readonly seed: number;
  readonly random: (below: number) => number;
  readonly dumps: number[];
  readonly posts: { readonly num: number; readonly width: number }[];
}

async function act({ seed, random, dumps, posts }: History): Promise<void> {
  const client = CLIENTS[random(CLIENTS.length)] ?? CLIENTS[0];
  const dump = dumpOf(seed, client, random(4));
  const any = dumps[random(Math.max(dumps.length, 1))];
  switch (random(9)) {
    case 0:
      if (posts.length < 3) {
        const width = 10 + random(2);
        posts.push({ num: await stage.post(dump, { width, height: width, minutesOld: random(30) }), width });
      }
      return;
    case 1:
      return stage.trust('ann', dump, random(4) === 0 ? 'lesser' : 'full');
    case 2:
    case 3:
    case 4:
      dumps.push(await stage.contribute(dump, random(5) === 0 ? null : 'ann'));
      return;
    case 5:
      if (any !== undefined)
        await stage.moderate(
          (['unlock', 'reset', 'smite', 'trust', 'reset', 'delete'] as const)[random(6)] ?? 'reset',
          any,
        );
      return;
    case 6:
    case 7: {
      const changes = await stage.changesOf(dump);
      const change = changes[random(Math.max(changes.length, 1))];
      if (change !== undefined)
        await stage.mark((['stop', 'grant', 'refuse', 'revert'] as const)[random(4)] ?? 'stop', change);
      return;
    }
    default:
      if (random(6) === 0) await stage.markReverted(dump);
  }
}

/** Runs a few histories at a time, so that the others do not wait for connections. */
async function actAll(histories: readonly History[]): Promise<void> {
  const next = histories.values();
  const actor = async (): Promise<void> => {
    for (const history of next) await act(history);
  };
  await Promise.all(Array.from({ length: ACTORS }, actor));
}

const KILL = `
select pg_terminate_backend(pid) from (
  select pid from pg_stat_activity where usename = 'sagasu_indexer' and datname = current_database() order by pid limit 1 offset $1) one`;

/** Runs services, granters and finishers at the same time, while their connections are killed. Each repeats until it is not interrupted. */
async function work(random: (below: number) => number, kills: number): Promise<void> {
  const working = new Set<() => Promise<unknown>>();
  const untilDone = async (run: () => Promise<unknown>): Promise<void> => {
    working.add(run);
    for (let isDone = false; !isDone;) {
      isDone = await run().then(
        () => true,
        (error: unknown) => {
          if (error instanceof UnavailableError || toUnavailable(toError(error)) !== null) return false;
          throw error;
        },
      );
    }
    working.delete(run);
  };
  const works = [
    async () => stage.service(),
    async () => stage.aService().run(),
    async () => stage.grant(),
    async () => stage.grant(),
    async () => stage.finish(),
  ].map(untilDone);
  const killing = async () => {
    for (let kill = 0; kill < kills && working.size > 0; kill++) {
      await stage.owner.query(KILL, [random(5)]);
      await pause(random(20));
    }
  };
  await Promise.all([...works, killing()]);
}

async function assertAlways(): Promise<void> {
  const { rows } = await stage.owner.query(
    `select 'two used dumps' as fault from dumps where state = 11 group by md5, size having count(*) > 1
     union all select 'granted although touched' from dump_changes where decided_by = 'granter' and state = 'granted' and touched_at is not null
     union all select 'granted within 24 hours' from dump_changes
       where decided_by = 'granter' and state in ('granted', 'reverted') and decided_at < made_at + interval '24 hours'
     union all select 'the service failed: ' || problem from dumps where state = 45`,
  );
  expect(rows).toEqual([]);
}

async function play(first: number, count: number): Promise<void> {
  await stage.clear();
  const chaos = randomOf(first + 7);
  const kills = Math.ceil(count / HISTORIES_PER_KILL);
  const histories = Array.from({ length: count }, (_, at): History => {
    const seed = first + at;
    return { seed, random: randomOf(seed), dumps: [], posts: [] };
  });
  for (let round = 0; round < ROUNDS; round++) {
    await Promise.all([actAll(histories), work(chaos, kills)]);
    await work(chaos, 1);
    await assertAlways();
    stage.later([1, 5, 70, 600, 1440][chaos(5)] ?? 5);
  }
  const granted = await stage.owner.query(`select count(*)::int as n from dump_changes where state = 'granted'`);
  expect(granted.rows[0]).not.toEqual({ n: 0 });
  // The order is random.
  for (let seed = first; seed < first + count; seed += CIRCLE)
    for (const client of CLIENTS.toSorted(() => chaos(3) - 1)) await stage.markReverted(dumpOf(seed, client, 0));
  await stage.finish();
  await stage.service();
  await assertAlways();
  const posts = histories.flatMap((history) => history.posts);
  const { rows } = await stage.owner.query<{ num: number; width: number }>(
    `select num::int, media_dims_src_w as width from posts
     where media_hash_src is null and media_dims_src_w = media_dims_src_h order by num`,
  );
  expect(rows).toEqual(posts.toSorted((a, b) => a.num - b.num));
  const left = await stage.owner.query('select sha256 from images');
  expect(left.rows).toEqual([]);
}

test.each(Array.from({ length: TOTAL / IN_TEST }, (_, at) => at * IN_TEST))(
  'random histories from seed %i keep the rules and can be reverted',
  async (first) => {
    for (let from = first; from < first + IN_TEST; from += SHARE) await play(from, SHARE);
  },
  1_800_000,
);
