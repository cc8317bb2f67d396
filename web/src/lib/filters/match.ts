/** Which posts a filter finds. Runs in a worker, because an expression may take very long. */
import type { Filter } from './syntax.ts';
import type { FilteredPost } from './values.ts';

export type FindPosts = (posts: readonly FilteredPost[]) => readonly string[];

/** Returns the keys of the posts that the filter finds. */
export function finderOf(filter: Filter): FindPosts {
  const isFound = testOf(filter);
  return (posts) =>
    posts
      .filter(
        (post) =>
          isInScope(filter, post) &&
          filter.types.some((type) => (post.values[type] ?? []).some((text) => isFound(text))),
      )
      .map(({ key }) => key);
}

function testOf({ pattern, flags }: Filter): (text: string) => boolean {
  if (flags === null) return (text) => text === pattern;
  const expression = new RegExp(pattern, flags);
  return (text) => expression.test(text);
}

function isInScope({ boards, exclude, op, file }: Filter, { board, isOpener, hasFile }: FilteredPost): boolean {
  if (boards !== null && !boards.includes(board)) return false;
  // As in 4chan X, a filter of some boards excludes none.
  if (boards === null && exclude.includes(board)) return false;
  return isWanted(op, isOpener) && isWanted(file, hasFile);
}

function isWanted(which: Filter['op'], has: boolean): boolean {
  return which === 'yes' || (which === 'only') === has;
}
