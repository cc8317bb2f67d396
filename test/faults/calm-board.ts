import { aPost, insertBoard, writePosts, type TestBoard } from '../support/builders.ts';
import type { SearchAnswer } from './readers.ts';
import type { Stage } from './stage.ts';

const POSTS = 40;

export interface CalmBoard {
  readonly board: TestBoard;
  readonly query: string;
  /** Returns a sentence unless the answer contains every post exactly once. */
  readonly check: (answer: SearchAnswer) => string | null;
}

/** Creates a board that nobody writes to, so every search for its posts has exactly one right answer. */
export async function writeCalmBoard({ world, load }: Stage): Promise<CalmBoard> {
  const board = await insertBoard(world.pool, 'calm');
  const posts = Array.from({ length: POSTS }, (_, place) =>
    aPost({ num: 1 + place, thread: 1, comment: 'a heron stands', timePosted: new Date(1.6e12 + place * 1000) }),
  );
  await writePosts(world.pool, board, posts);
  for (const post of posts) load.journal.set(`${board.name}.${post.num}.0`, post);
  const right = posts
    .map(({ num }) => num)
    .toReversed()
    .join(' ');
  return {
    board,
    query: 'heron board:calm',
    check({ hits, total }) {
      const found = hits.map(({ num }) => num).join(' ');
      return found === right && total.value === POSTS ? null : `a search found ${total.value}: ${found}`;
    },
  };
}
