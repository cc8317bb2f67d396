import type { PostKey } from '../../mappings/post.ts';

/** As three parameters of a statement: names of boards, nums and subnums. */
export function keysOf(posts: readonly PostKey[]): [string[], number[], number[]] {
  return [posts.map(({ board }) => board), posts.map(({ num }) => num), posts.map(({ subnum }) => subnum)];
}
