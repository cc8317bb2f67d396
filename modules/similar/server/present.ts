/** The best candidates as readers see them: from rows, so that hidden threads and their words are absent. */
import type { Board } from '../../../mappings/board.ts';
import { presentPost } from '../../../server/posts/present.ts';
import type { LookupStores } from '../../../server/search/plan/lookup-stores.ts';
import { readThreads } from '../../../server/threads/list.ts';
import type { SimilarThread } from '../contract/similar.ts';
import { SHOWN_WORDS, SIMILAR_THREADS } from '../limits.ts';
import type { Candidate, Similar } from './find-similar.ts';
import { connectingWords } from './words.ts';

/** Candidates that are read at once. */
const READ = 10;

/** Shows one thread of each group, and none of the thread's own group. */
export async function presentSimilar(
  { pool, boards, threadGroups }: Pick<LookupStores, 'pool' | 'boards' | 'threadGroups'>,
  { board, thread }: { readonly board: Board; readonly thread: number },
  { terms, candidates }: Similar,
): Promise<SimilarThread[]> {
  const own = idOf({ board: board.name, num: thread });
  const groups = await groupsOf(threadGroups, [own, ...candidates.map((one) => idOf(one))]);
  const seen = new Set(groups.get(own));
  const connecting = terms.filter(({ connects }) => connects);
  const shown: SimilarThread[] = [];
  for (let at = 0; at < candidates.length && shown.length < SIMILAR_THREADS; at += READ) {
    const some = candidates.slice(at, at + READ);
    const read = await readCandidates({ pool, boards }, some);
    for (const candidate of some) {
      const found = read.get(idOf(candidate));
      const of = groups.get(idOf(candidate)) ?? [];
      if (found === undefined || of.some((group) => seen.has(group)) || shown.length === SIMILAR_THREADS) continue;
      const words = connectingWords(found.text, connecting).slice(0, SHOWN_WORDS);
      // The text changed after it was indexed.
      if (words.length === 0) continue;
      for (const group of of) seen.add(group);
      shown.push({ ...found.thread, words });
    }
  }
  return shown;
}

function idOf({ board, num }: Pick<Candidate, 'board' | 'num'>): string {
  return `${board}.${num}`;
}

async function groupsOf(
  threadGroups: LookupStores['threadGroups'],
  threads: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = await Promise.all(threadGroups.map(async (groups) => groups.groupsOf(threads)));
  return new Map(threads.map((thread) => [thread, found.flatMap((groups, at) => nameOf(groups.get(thread), at))]));
}

/** Groups of two modules may have the same name. */
function nameOf(group: string | undefined, module: number): string[] {
  return group === undefined ? [] : [`${module} ${group}`];
}

async function readCandidates(
  { pool, boards }: Pick<LookupStores, 'pool' | 'boards'>,
  candidates: readonly Candidate[],
) {
  const atSource = await boards.filesAtSource();
  const known = new Map((await boards.all()).map((board) => [board.name, board]));
  const byBoard = Map.groupBy(candidates, ({ board }) => board);
  const read = await Promise.all(
    Array.from(byBoard, async ([name, some]) => {
      const board = known.get(name);
      if (board === undefined) return [];
      const nums = some.map(({ num }) => num);
      const threads = await readThreads(pool, board, nums, 0);
      return threads.map(({ opener, posts, images }) => {
        const thread = { board: name, num: opener.num, posts, images };
        return {
          thread: { ...thread, opener: presentPost(opener, atSource.get(name) ?? null) },
          text: { subject: opener.subject, comment: opener.comment },
        };
      });
    }),
  );
  return new Map(read.flat().map((one) => [idOf(one.thread), one]));
}
