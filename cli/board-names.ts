import type pg from 'pg';
import { closestName } from '../mappings/closest-name.ts';
import { listBoards } from '../scraper/boards/boards.ts';
import { UsageError } from './usage-error.ts';

const MAX_SLIPS = 2;

/**
 * The boards that the names stand for, each once; `/g/` is `g`. All there are for no names.
 * @throws UsageError for a board that there is not, with the nearest name that there is.
 */
export async function boardsNamed(pool: pg.Pool, names: readonly string[]): Promise<readonly string[]> {
  const known = (await listBoards(pool)).map(({ name }) => name);
  if (names.length === 0) return known;
  const wanted = names.map((name) => name.replace(/^\/(.*)\/$/, '$1'));
  for (const name of wanted) {
    if (known.includes(name)) continue;
    // One letter of a name of one letter is no slip.
    const meant = closestName(name, known, Math.min(MAX_SLIPS, name.length - 1));
    if (known.length === 0) throw new UsageError(`there is no board /${name}/: none is archived yet`);
    throw new UsageError(
      `there is no board /${name}/${meant === null ? ': sagasu board list shows those there are' : `. Did you mean /${meant}/?`}`,
    );
  }
  return [...new Set(wanted)];
}
