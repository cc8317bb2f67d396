import type { ChanBoard } from '../chan.ts';
import { createRandom } from '../random.ts';
import { COUNTRIES } from '../themes/common.ts';
import type { Theme } from '../themes/theme.ts';

/** One poster of one thread: always the same name, flag and country there, somebody else in the next. */
export interface Author {
  readonly poster: string;
  readonly name: string | undefined;
  readonly trip: string | undefined;
  readonly country: readonly [string, string] | undefined;
  readonly flag: readonly [string, string] | undefined;
  readonly since4pass: number | undefined;
}

const NAMED = 0.1;
const WITH_TRIP = 0.4;
const WITH_PASS = 0.02;

export function authorOf(theme: Theme, board: ChanBoard, thread: number, index: number): Author {
  const random = createRandom(`${board.board}/${thread}/${index}`);
  const name = theme.guest || random.chance(NAMED) ? random.pick(theme.names) : undefined;
  const flags = Object.entries(board.board_flags ?? {});
  return {
    poster: String(index),
    name,
    trip: name !== undefined && !theme.guest && random.chance(WITH_TRIP) ? tripcode(name) : undefined,
    country: board.country_flags === 1 ? random.pick(COUNTRIES) : undefined,
    flag: flags.length > 0 && random.chance(0.7) ? random.pick(flags) : undefined,
    since4pass: !theme.guest && random.chance(WITH_PASS) ? random.integer(2013, 2022) : undefined,
  };
}

const TRIP_LETTERS = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Ten letters of one secret: the same person has the same tripcode in every thread. Every third is a secure one. */
function tripcode(secret: string): string {
  const random = createRandom(`trip/${secret}`);
  const mark = random.chance(1 / 3) ? '!!' : '!';
  return mark + Array.from({ length: 10 }, () => TRIP_LETTERS[random.integer(0, 63)]).join('');
}
