/** All checks of `sagasu doctor` over a healthy archive in which one fault is planted at a time. */
import { beforeAll, expect, test } from 'vitest';
import { MAPPING_VERSION } from '../../../../mappings/elasticsearch/post-index.ts';
import { insertBoard } from '../../../support/builders.ts';
import { diagnosisOf, type Examined } from './examine.ts';
import { createIndex, indexOf, useHealthyArchive, wellKept } from './healthy-archive.ts';
import { PLANTED_FAULTS } from './planted-faults.ts';

const archive = useHealthyArchive();

beforeAll(async () => {
  const { pool } = archive();
  const { id } = await insertBoard(pool, 'g');
  await pool.query('select ensure_slice($1, 0)', [id]);
  // A board that was just added needs no scraper yet.
  await pool.query(`update boards set created_at = now() + interval '1 day'`);
  await createIndex(archive());
  await pool.query(
    `insert into indices (name, board_id, slice, build, mapping_version, state) values ($1, $2, 0, 1, $3, 'live')`,
    [indexOf(archive()), id, MAPPING_VERSION],
  );
});

/** The disk of the machine that runs the tests is not part of the archive. */
async function findingsOf(given: Examined, fault = '') {
  const { findings } = await diagnosisOf(archive(), null, given);
  return findings.filter(({ check }) => check !== 'machine.disk' || fault === 'a full disk');
}

test('the faults have at least 25 checks of their own', () => {
  expect(new Set(PLANTED_FAULTS.map(({ check }) => check)).size).toBeGreaterThanOrEqual(25);
});

test('a healthy archive has no fault', async () => {
  expect(await findingsOf(wellKept())).toEqual([]);
});

test.for(PLANTED_FAULTS)('$fault is named by $check', async ({ fault, check, fix, also = [], plant }) => {
  const { env, proc } = wellKept();
  const { undo, given } = await plant({ archive: archive(), board: 1, data: env['SAGASU_DATA'] ?? '' });
  try {
    const found = await findingsOf({ proc, ...given, env: { ...env, ...given?.env } }, fault);
    expect(found.filter((finding) => finding.check === check)).toEqual(
      expect.arrayContaining([expect.objectContaining({ fix: expect.stringMatching(fix) as string })]),
    );
    expect(found.map((finding) => finding.check).filter((name) => name !== check && !also.includes(name))).toEqual([]);
  } finally {
    await undo();
  }
  expect(await findingsOf(wellKept())).toEqual([]);
});
