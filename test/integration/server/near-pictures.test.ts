/** `near_pictures` finds exactly the pictures within a distance, the nearest first, and the newest of equal ones. */
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { hashDistance } from '../../../mappings/perceptual-hash.ts';
import { useWorld } from '../../support/world.ts';

const world = useWorld();

/** Hashes around few centres, so that many are near each other. The last ones are equal, as those of black pictures. */
const CENTRES = [0n, -1n, 0x1234_5678_9abc_def0n, -0x0fed_cba9_8765_4321n];
const stored: { id: number; hash: bigint; banned: boolean }[] = [];

const flipped = (hash: bigint, bits: readonly number[]) =>
  BigInt.asIntN(
    64,
    bits.reduce((now, bit) => now ^ (1n << BigInt(bit)), hash),
  );
const bitsOf = (most: number) => fc.uniqueArray(fc.nat(63), { maxLength: most });
const hashes = fc.tuple(fc.constantFrom(...CENTRES), bitsOf(12)).map(([centre, bits]) => flipped(centre, bits));

beforeAll(async () => {
  const given = [...fc.sample(hashes, { numRuns: 3_000, seed: 1 }), ...Array.from({ length: 60 }, () => 0n)];
  const { rows } = await world().pool.query<{ id: string; hash: string; banned: boolean }>(
    `insert into images (sha256, md5, type, size, perceptual_hash, banned)
     select sha256(int8send(n)), substr(sha256(int8send(n)), 1, 16), 'png', 1, hash, n % 10 = 0
       from unnest($1::bigint[]) with ordinality as given (hash, n) order by n
     returning id, perceptual_hash::text as hash, banned`,
    [given.map(String)],
  );
  stored.push(...rows.map(({ id, hash, banned }) => ({ id: Number(id), hash: BigInt(hash), banned })));
});

async function near(wanted: bigint, bits: number, most: number): Promise<[number, number][]> {
  const { rows } = await world().pool.query<{ id: string; distance: number }>(
    'select i.id, n.distance from near_pictures($1, $2, $3) with ordinality n join images i using (sha256) order by n.ordinality',
    [String(wanted), bits, most],
  );
  return rows.map(({ id, distance }) => [Number(id), distance]);
}

const expected = (wanted: bigint, bits: number, most: number) =>
  stored
    .filter(({ banned }) => !banned)
    .map(({ id, hash }): [number, number] => [id, hashDistance(hash, wanted)])
    .filter(([, distance]) => distance <= bits)
    .toSorted(([a, near1], [b, near2]) => near1 - near2 || b - a)
    .slice(0, most);

test('the pictures within every distance up to 11 are those that a comparison with all finds, in the same order', async () => {
  await fc.assert(
    fc.asyncProperty(
      hashes,
      fc.integer({ min: 0, max: 11 }),
      fc.constantFrom(1, 40, 5_000),
      async (wanted, bits, most) => {
        expect(await near(wanted, bits, most)).toEqual(expected(wanted, bits, most));
      },
    ),
    { numRuns: 200 },
  );
});

test('the newest of many equal pictures are found', async () => {
  expect(await near(0n, 7, 20)).toEqual(expected(0n, 7, 20));
  expect(expected(0n, 7, 20).every(([, distance]) => distance === 0)).toBe(true);
});

test('a larger distance is refused', async () => {
  await expect(near(0n, 12, 1)).rejects.toThrow('bits are 0 to 11, not 12');
});

test('quarters of hashes are read from indexes alone', async () => {
  const { pool } = world();
  await pool.query('vacuum analyze images');
  const client = await pool.connect();
  try {
    await client.query('begin; set local enable_seqscan = off; set local enable_bitmapscan = off');
    for (const [place, shift] of [48, 32, 16, 0].entries()) {
      const quarter = shift === 0 ? 'perceptual_hash & 65535' : `(perceptual_hash >> ${shift}) & 65535`;
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain select perceptual_hash from images where perceptual_hash is not null and not banned
            and bit_count((perceptual_hash # 5)::bit(64)) <= 7 and (${quarter})::int = any (near_quarters(5, 1))`,
      );
      expect(rows[0]?.['QUERY PLAN']).toContain(`Index Only Scan using images_hash_quarter_${place + 1}`);
    }
  } finally {
    await client.query('rollback');
    client.release();
  }
});
