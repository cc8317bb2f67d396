/** Converts a typed comment to the HTML that sources send. Pure. */
import { bbcodeToHtml } from '../../../mappings/comment/bbcode.ts';

/** BBCode that only sources and staff may use. */
const OF_STAFF = /\[\/?(?:banned|moot|fortune|qstcolor|info)\b[^[\]]*\]/gi;

/** Returns the posts that the text quotes, at most 100. */
export function quotedNums(text: string): readonly number[] {
  const nums = [...text.matchAll(/>>(\d{1,16})/g)].map(([, digits]) => Number(digits));
  return [...new Set(nums.filter((num) => Number.isSafeInteger(num) && num > 0))].slice(0, 100);
}

/**
 * Supports `>quotes`, `>>links` and FoolFuuka's BBCode: b, i, u, s, sub, sup, spoiler, code, shiftjis, math and eqn. `threadOf`: the threads
 * of the quoted posts that are in the archive.
 */
export function ghostComment(
  typed: string,
  board: string,
  thread: number,
  threadOf: ReadonlyMap<number, number>,
): string {
  return bbcodeToHtml(withoutStaffMarks(typed), {
    board,
    ownBoard: board,
    has: (num) => threadOf.get(num) === thread,
    threadOf: (name, num) => (name === board ? (threadOf.get(num) ?? null) : null),
  });
}

/** Repeats, because the removal of a mark can create another one. */
function withoutStaffMarks(text: string): string {
  const less = text.replaceAll(OF_STAFF, '');
  return less === text ? text : withoutStaffMarks(less);
}
