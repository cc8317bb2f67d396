/** `like:g/123`. */
import { UnknownValueError, type Lookups } from '../../../server/search/plan/lookup.ts';
import type { LookupStores } from '../../../server/search/plan/lookup-stores.ts';
import { SimilarThreadFinder } from './find-similar.ts';
import { threadOfPost } from './thread-of-post.ts';

/** `g/123`, as in addresses and in comments. */
const THREAD = /^(?:>>>)?\/?([a-z0-9_-]{1,32})\/(\d{1,15})$/i;

/** Relative to a page of hits: two searches. */
const COST = 2;

export function similarLookups(stores: LookupStores): Lookups {
  const finder = new SimilarThreadFinder(stores);
  return {
    async like(value, request) {
      const [, name, num] = THREAD.exec(value.trim()) ?? [];
      if (name === undefined || num === undefined) {
        throw new UnknownValueError('value_unknown', 'like: takes a board and a thread, such as g/51971506.');
      }
      await request.payer.chargeQuery(`like:${value}`, COST);
      const board = await stores.boards.find(name.toLowerCase());
      if (board === null) throw new UnknownValueError('board_unknown', `No board "${name}" in this archive.`);
      const thread = await threadOfPost(stores.pool, board, Number(num));
      const found = thread === null ? null : await finder.find(board, thread, request);
      if (found === null) {
        const missing = `There is no thread ${num} on /${board.name}/ in the archive.`;
        throw new UnknownValueError('thread_unknown', `${missing} Search for words of it instead.`);
      }
      const words = found.terms.filter(({ connects }) => connects).map(({ term }) => term);
      return found.candidates.map(({ board: of, num: opener, score }) => ({
        index: 'thread_id' as const,
        values: [`${of}.${opener}`],
        score,
        words,
      }));
    },
  };
}
