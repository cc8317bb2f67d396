/** `near_differences` finds exactly the files with a hash near one of several, the nearest first, and the newest of equally near ones. */
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { hashDistance } from '../../../mappings/perceptual-hash.ts';
import { useWorld } from '../../support/world.ts';

const world = useWorld();

/** Hashes around few centres, so that many are near each other. */
const CENTRES = [0n, -1n, 0x1234_5678_9abc_def0n, -0x0fed_cba9_8765_4321n];
const stored: { id: number; hashes: readonly bigint[]; banned: boolean }[] = [];

const flipped = (hash: bigint, bits: readonly number[]) =>
  BigInt.asIntN(
    64,
    bits.reduce((now, bit) => now ^ (1n << BigInt(bit)), hash),
  );
const hashes = fc
  .tuple(fc.constantFrom(...CENTRES), fc.uniqueArray(fc.nat(63), { maxLength: 12 }))
  .map(([centre, bits]) => flipped(centre, bits));

beforeAll(async () => {
  const { pool } = world();
  // Every third file has borders and so a second hash. The mirrored hashes are near all queries, and must not be found.
  const given = fc.sample(fc.tuple(hashes, hashes), { numRuns: 2_000, seed: 1 });
  const { rows } = await pool.query<{ id: string; banned: boolean }>(
    `insert into images (sha256, md5, type, size, banned)
     select sha256(int8send(n)), substr(sha256(int8send(n)), 1, 16), 'png', 1, n % 10 = 0
       from generate_series(1, $1) n order by n returning id, banned`,
    [given.length],
  );
  for (const [at, { id, banned }] of rows.entries()) {
    const [whole = 0n, trimmed = 0n] = given[at] ?? [];
    stored.push({ id: Number(id), hashes: at % 3 === 0 ? [whole, trimmed] : [whole], banned });
  }
  const all = stored.flatMap(({ id, hashes: ofFile }) => ofFile.map((hash, at) => ({ id, trimmed: at === 1, hash })));
  await pool.query(
    `insert into difference_hashes (image_id, trimmed, hash, mirrored)
     select id, trimmed, hash, $4 from unnest($1::bigint[], $2::boolean[], $3::bigint[]) given (id, trimmed, hash)`,
    [
      all.map(({ id }) => id),
      all.map(({ trimmed }) => trimmed),
      all.map(({ hash }) => String(hash)),
      String(CENTRES[2]),
    ],
  );
});

async function near(wanted: readonly bigint[], bits: number, most: number): Promise<[number, number][]> {
  const { rows } = await world().pool.query<{ id: string; distance: number }>(
    'select image_id as id, distance from near_differences($1, $2, $3) with ordinality order by ordinality',
    [wanted.map(String), bits, most],
  );
  return rows.map(({ id, distance }) => [Number(id), distance]);
}

const expected = (wanted: readonly bigint[], bits: number, most: number) =>
  stored
    .filter(({ banned }) => !banned)
    .map(({ id, hashes: ofFile }): [number, number] => [
      id,
      Math.min(...ofFile.flatMap((hash) => wanted.map((one) => hashDistance(hash, one)))),
    ])
    .filter(([, distance]) => distance <= bits)
    .toSorted(([a, near1], [b, near2]) => near1 - near2 || b - a)
    .slice(0, most);

test('the files within every distance up to 11 are those that a comparison with all finds, in the same order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(hashes, { maxLength: 4 }),
      fc.integer({ min: 0, max: 11 }),
      fc.constantFrom(1, 40, 5_000),
      async (wanted, bits, most) => {
        expect(await near(wanted, bits, most)).toEqual(expected(wanted, bits, most));
      },
    ),
    { numRuns: 150 },
  );
});

test('a larger distance is refused', async () => {
  await expect(near([0n], 12, 1)).rejects.toThrow('bits are 0 to 11, not 12');
});

test('hashes are read from indexes, each quarter from its own', async () => {
  const { pool } = world();
  await pool.query('vacuum analyze difference_hashes');
  const client = await pool.connect();
  try {
    await client.query('begin; set local enable_seqscan = off; set local enable_bitmapscan = off');
    const quarters = [
      ['difference_hashes_hash', 'hash between 5 and 6'],
      ['difference_hashes_quarter_2', '((hash >> 32) & 65535)::int = any (near_quarters(5, 1))'],
      ['difference_hashes_quarter_3', '((hash >> 16) & 65535)::int = any (near_quarters(5, 1))'],
      ['difference_hashes_quarter_4', '(hash & 65535)::int = any (near_quarters(5, 1))'],
    ];
    for (const [index, condition] of quarters) {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain select hash from difference_hashes where ${condition}`,
      );
      expect(rows[0]?.['QUERY PLAN']).toContain(`Index Only Scan using ${index}`);
    }
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test('the hashes of a file are removed with its row', async () => {
  const { pool } = world();
  const [first] = stored;
  await pool.query('delete from images where id = $1', [first?.id]);
  const { rows } = await pool.query('select 1 from difference_hashes where image_id = $1', [first?.id]);
  expect(rows).toEqual([]);
});
