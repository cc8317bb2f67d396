/**
 * Random histories of contributors, versions, services, the granter, moderators and posts, each over a file of its own in one database, while connections
 * of the indexer are killed. At every moment one used dump of a file at most, nothing granted that was touched, and nothing within 24 hours; at the end every client is
 * reverted, and everything is as it was.
 */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Dump } from '../../../../mappings/dump/dump.ts';
import { DumpStage } from '../../../support/dump-stage.ts';
import { IS_FULL } from '../../../support/full-counts.ts';
import { useWorld } from '../../../support/world.ts';
import { PICTURE } from '../../../unit/mappings/dump/sample-dump.ts';

const world = useWorld();
let stage: DumpStage;

beforeAll(async () => {
  stage = await DumpStage.of(world());
});
afterAll(async () => stage.close());

const ROUNDS = 12;
/** Histories that share a database at a time. */
const SHARE = 20;
const CLIENTS = ['sagasu 1.0', 'sagasu 1.1', 'sagasu 2.0', 'other 1.0'] as const;

/** A small generator of whole numbers below `below`, the same for the same seed. */
function randomOf(seed: number) {
  let state = seed * 2_654_435_761 + 1;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const hex = (text: string, digits: number) => createHash('sha512').update(text).digest('hex').slice(0, digits);

/** What a client says of the file of a history; versions differ in some of it. */
function dumpOf(seed: number, client: string, variant: number): Dump {
  const [name = '', version = ''] = client.split(' ');
  return {
    ...PICTURE,
    client: { name: `${name}-${seed}`, version },
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

/** Services, granters and finishers at once, while one of their connections is killed. What a kill interrupts is done in a later round. */
async function work(random: (below: number) => number): Promise<void> {
  const kill = stage.owner.query(
    `select pg_terminate_backend(pid) from (
       select pid from pg_stat_activity where usename = 'sagasu_indexer' and datname = current_database() limit 1 offset $1) one`,
    [random(4)],
  );
  const works = [stage.service(), stage.aService().run(), stage.grant(), stage.finish(), kill];
  await Promise.allSettled(works);
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

test('random histories keep the rules, and all of them can be reverted', async () => {
  // Each takes a tenth of a second and more on a busy machine.
  const total = IS_FULL ? 10_000 : 20;
  for (let first = 0; first < total; first += SHARE) {
    await stage.clear();
    const chaos = randomOf(first + 7);
    const histories = Array.from({ length: Math.min(SHARE, total - first) }, (_, at): History => {
      const seed = first + at;
      return { seed, random: randomOf(seed), dumps: [], posts: [] };
    });
    for (let round = 0; round < ROUNDS; round++) {
      const acting = Promise.all(histories.map(async (history) => act(history)));
      await Promise.all([acting, work(chaos)]);
      await work(chaos);
      await assertAlways();
      stage.later([1, 5, 70, 600, 1440][chaos(5)] ?? 5);
    }
    const granted = await stage.owner.query(`select count(*)::int as n from dump_changes where state = 'granted'`);
    expect(granted.rows[0], `histories from ${first}`).not.toEqual({ n: 0 });
    for (const { seed, random } of histories) {
      // In another order each time.
      for (const client of CLIENTS.toSorted(() => random(3) - 1)) await stage.markReverted(dumpOf(seed, client, 0));
    }
    await stage.finish();
    await stage.service();
    await assertAlways();
    for (const { seed, posts } of histories) {
      for (const { num, width } of posts) {
        const natural = { sha256: null, width: String(width), height: String(width) };
        expect(await stage.fileOf(num), `history ${seed}`).toMatchObject(natural);
      }
    }
    const left = await stage.owner.query('select sha256 from images');
    expect(left.rows, `histories from ${first}`).toEqual([]);
  }
}, 1_800_000);
