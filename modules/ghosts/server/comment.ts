/** What a reader typed as a comment → the HTML that sources send. Pure. */
import { bbcodeToHtml } from '../../../mappings/comment/bbcode.ts';

/** Marks that only sources and staff put into posts. */
const OF_STAFF = /\[\/?(?:banned|moot|fortune|qstcolor|info)\b[^[\]]*\]/gi;

/** The posts of the same board that the text quotes, at most 100. */
export function quotedNums(text: string): readonly number[] {
  const nums = [...text.matchAll(/>>(\d{1,16})/g)].map(([, digits]) => Number(digits));
  return [...new Set(nums.filter((num) => Number.isSafeInteger(num) && num > 0))].slice(0, 100);
}

/**
 * Knows `>quotes`, `>>links` and the BBCode of FoolFuuka: b, i, u, s, sub, sup, spoiler, code, shiftjis, math and eqn. `threadOf`: the
 * threads of quoted posts that are in the archive.
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

/** Also marks that appear only when another is removed from their middle. */
function withoutStaffMarks(text: string): string {
  const less = text.replaceAll(OF_STAFF, '');
  return less === text ? text : withoutStaffMarks(less);
}
