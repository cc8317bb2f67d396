import type { Post } from '../../mappings/post.ts';
import { aPost, insertBoard, writePosts, type TestBoard } from './builders.ts';
import type { World } from './world.ts';

const THREAD_LENGTH = 50;
const AT_ONCE = 5_000;

/** Posts with consecutive nums in threads of fifty, all with the word heron unless `known` says otherwise. */
export function herons(first: number, count: number, known: Partial<Post> = {}): Post[] {
  return Array.from({ length: count }, (_, place) => {
    const num = first + place;
    return aPost({
      num,
      thread: num - ((num - 1) % THREAD_LENGTH),
      comment: `a heron and its number ${num}`,
      ...known,
    });
  });
}

/** A board with `count` herons. Without marks only a rebuild indexes them. */
export async function aBoard(
  world: World,
  name: string,
  count: number,
  options: { readonly sliceSize?: number; readonly isMarked?: boolean; readonly known?: Partial<Post> } = {},
): Promise<TestBoard> {
  const board = await insertBoard(world.pool, name, options);
  for (let first = 1; first <= count; first += AT_ONCE) {
    await writePosts(world.pool, board, herons(first, Math.min(AT_ONCE, count - first + 1), options.known));
  }
  if (options.isMarked === false) await world.pool.query('delete from dirty where board_id = $1', [board.id]);
  return board;
}
