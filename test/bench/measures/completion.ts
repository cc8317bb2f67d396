import type { Pool } from 'pg';
import { getJson } from '../contenders/sagasu.ts';
import { quantilesOf, round, timed, toMeasure, type Measure } from '../measure.ts';

/** A list within this time appears to the reader as an immediate reaction to the key. */
const LIMIT_MS = 100;
const KEYSTROKES_PER_ROUND = 300;

/** Beginnings that people type: fields, names of emoji, values that can be listed, boards, and after them posters of the corpus. */
const WRITTEN = [
  'subject:',
  'heart',
  ':thumbs',
  'board:g',
  'is:deleted',
  'has:link',
  'country:germany',
  'capcode:moderator',
  'after:2019',
  'ext:webm',
  'sort:relevance',
  'linux kernel op.subject:',
];

/** Requests suggestions after each key; compares p95 with the limit at which a reaction feels immediate. */
export async function measureCompletion(serverUrl: string, pool: Pool, rounds: number): Promise<Measure> {
  const texts = [...WRITTEN, ...(await posters(pool)), ...(await subjects(pool))];
  const keystrokes = texts.flatMap((text) => Array.from({ length: text.length }, (_, key) => text.slice(0, key + 1)));
  const times: number[][] = [];
  for (let turn = 0; turn <= rounds; turn++) {
    const taken: number[] = [];
    for (let key = 0; key < KEYSTROKES_PER_ROUND; key++) {
      const q = keystrokes[(turn * KEYSTROKES_PER_ROUND + key * 7) % keystrokes.length] ?? '';
      const url = `${serverUrl}/api/v1/search/complete?q=${encodeURIComponent(q)}&at=${q.length}`;
      taken.push(await timed(async () => getJson(url)));
    }
    // The first round warms up.
    if (turn > 0) times.push(taken);
  }
  return {
    ...toMeasure(
      'completion: after each key, p95',
      times.map((taken) => [quantilesOf(taken)[1], LIMIT_MS]),
      { at: 'most', ratio: 1 },
      'ms',
      'limit of an immediate reaction',
    ),
    quantiles: { ours: quantilesOf(times.flat()), theirs: [round(LIMIT_MS), round(LIMIT_MS), round(LIMIT_MS)] },
  };
}

async function posters(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ written: string }>(
    `(select 'name:' || name as written from posts where name is not null and name !~ '\\s' limit 10)
     union all (select 'trip:' || tripcode from posts where tripcode is not null limit 10)`,
  );
  return rows.map(({ written }) => written);
}

/** Each is completed by words, and by threads. */
async function subjects(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ written: string }>(
    'select lower(subject) as written from posts where opener and length(subject) between 8 and 24 order by num limit 15',
  );
  return rows.map(({ written }) => written);
}
