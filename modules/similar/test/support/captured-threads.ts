/** Threads of captured documents, by board, if SAGASU_CAPTURES names their folder. */
import { existsSync } from 'node:fs';
import { readCaptures } from '../../../../test/support/capture-report.ts';
import type { GivenPost } from '../../../../test/integration/server/given-archive.ts';

const FOLDER = process.env['SAGASU_CAPTURES'] ?? '';

/** `4chan/po-catalog-2025.json` is of the board po. */
const FILE = /^4chan\/(?:g2014\/)?(a|biz|ck|g|po|v|wsg)-/;

export const hasCaptures = existsSync(FOLDER);

/** Posts whose opening posts are captured too. */
export function capturedThreads(): ReadonlyMap<string, readonly GivenPost[]> {
  const boards = new Map<string, Map<number, GivenPost>>();
  for (const { file, posts } of hasCaptures ? readCaptures(FOLDER) : []) {
    const board = FILE.exec(file)?.[1];
    if (board === undefined || posts.length === 0) continue;
    const known = boards.get(board) ?? new Map<number, GivenPost>();
    boards.set(board, known);
    for (const { fields } of posts) known.set(fields.num, { ...fields, extraFiles: [] });
  }
  return new Map(
    Array.from(boards, ([board, posts]): [string, GivenPost[]] => {
      const all = [...posts.values()];
      const openers = new Set(all.filter(({ opener }) => opener === true).map(({ num }) => num));
      return [board, all.filter(({ thread = 0 }) => openers.has(thread))];
    }).filter(([, posts]) => posts.length > 0),
  );
}
