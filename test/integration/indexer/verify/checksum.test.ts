import { expect, test } from 'vitest';
import { CHECK_RANGE, postChecksums, SQL_CHECKSUMS, type PostState } from '../../../../mappings/checksum.ts';
import { seededRandom } from '../../../simulation/scheduler.ts';
import { useWorld } from '../../../support/world.ts';

const world = useWorld();

const NUM = 2 ** 53 - 1;
const REV = 2 ** 40 - 1;
const SUBNUM = 2 ** 31 - 1;
const STATES: readonly PostState[] = ['visible', 'hidden', 'purged'];

interface Drawn {
  readonly num: number;
  readonly subnum: number;
  readonly rev: number;
  readonly state: PostState;
}

function drawn(): readonly Drawn[] {
  const random = seededRandom(11);
  const upTo = (max: number) => Math.floor(random() * max) + 1;
  const edges = [1, 2, CHECK_RANGE - 1, CHECK_RANGE, 16_777_199, 16_777_213, 2 ** 24, 2 ** 31, 2 ** 32];
  const all: Drawn[] = [];
  for (const state of STATES) {
    for (const num of [...edges, NUM, NUM - 1]) {
      for (const rev of [...edges, REV, REV - 1]) {
        for (const subnum of [0, 1, 1 << 20, SUBNUM]) all.push({ num, subnum, rev, state });
      }
    }
    for (let i = 0; i < 4_000; i++) {
      const magnitude = 2 ** upTo(53);
      all.push({
        num: Math.min(NUM, upTo(magnitude)),
        subnum: random() < 0.5 ? 0 : upTo(SUBNUM),
        rev: Math.min(REV, upTo(2 ** upTo(40))),
        state,
      });
    }
  }
  return all;
}

test('PostgreSQL and JavaScript compute the same checksums of any post, up to the largest numbers', async () => {
  const posts = drawn();
  const { rows } = await world().pool.query<{ h1: string; h2: string }>(
    `select ${SQL_CHECKSUMS.h1}::int as h1, ${SQL_CHECKSUMS.h2}::int as h2
       from (select num, subnum, rev, state <> 'visible' as hidden,
                    case when state = 'purged' then now() end as time_purged, place
               from unnest($1::bigint[], $2::int[], $3::bigint[], $4::text[]) with ordinality
                 as t (num, subnum, rev, state, place)) p
      order by place`,
    [
      posts.map(({ num }) => num),
      posts.map(({ subnum }) => subnum),
      posts.map(({ rev }) => rev),
      posts.map(({ state }) => state),
    ],
  );
  const differing = posts.flatMap((post, place) => {
    const { h1, h2 } = postChecksums(post);
    const row = rows[place];
    return Number(row?.h1) === h1 && Number(row?.h2) === h2 ? [] : [{ post, h1, h2, row }];
  });
  expect(rows).toHaveLength(posts.length);
  expect(differing.slice(0, 3)).toEqual([]);
});

test('checksums are whole numbers below 2^24, so that the sum of a range is exact in a double', () => {
  for (const post of drawn()) {
    for (const checksum of Object.values(postChecksums(post))) {
      if (!Number.isInteger(checksum) || checksum < 0 || checksum >= 2 ** 24) expect.fail(JSON.stringify(post));
    }
  }
});
