/** Finds out which clock a board's times were read from. The tables do not contain it, but file names reveal it. */
import { instantsOf } from './new-york.ts';

export type Clock = 'new_york' | 'utc';

const TOLERANCE = 300;
/** Files in a row that contradict the clock so far: another program wrote the rows after them. */
const VOTES_TO_CHANGE = 3;

/** The second that a file's name states in its first ten digits; null for other names. */
export function fileSecondOf(name: string | null): number | null {
  const [digits] = /^\d{10,16}(?=s?\.)/.exec(name ?? '') ?? [];
  return digits === undefined ? null : Number(digits.slice(0, 10));
}

/** The clock that the file name confirms; null for neither. */
export function voteOf(reading: number, fileSecond: number | null): Clock | null {
  if (fileSecond === null) return null;
  if (Math.abs(fileSecond - reading) <= TOLERANCE) return 'utc';
  return instantsOf(reading).some((instant) => Math.abs(fileSecond - instant) <= TOLERANCE) ? 'new_york' : null;
}

/** Rows from a place on that were written with one clock. A place is a row's `doc_id`, or its position. */
export interface ClockPart {
  readonly from: number;
  /** The first row whose file confirms the clock; rows before it may still belong to the part before. */
  readonly sureFrom: number;
  readonly clock: Clock;
}

/** Finds the clocks of a table's rows, in the order in which they were written. */
export class ClockParts {
  readonly #parts: ClockPart[];
  #last = 0;
  #against: { readonly from: number; readonly sureFrom: number; count: number } | null = null;
  readonly votes: Record<Clock, number> = { new_york: 0, utc: 0 };

  /** @param known the result of an earlier import for the previous rows */
  constructor(known: readonly ClockPart[] = []) {
    this.#parts = [...known];
    this.#last = known.at(-1)?.sureFrom ?? 0;
  }

  vote(place: number, clock: Clock): void {
    this.votes[clock]++;
    const current = this.#parts.at(-1);
    if (current === undefined) {
      this.#parts.push({ from: 0, sureFrom: 0, clock });
    } else if (current.clock === clock) {
      this.#against = null;
    } else {
      this.#against ??= { from: this.#last + 1, sureFrom: place, count: 0 };
      this.#against.count++;
      if (this.#against.count < VOTES_TO_CHANGE) return;
      this.#parts.push({ from: this.#against.from, sureFrom: this.#against.sureFrom, clock });
      this.#against = null;
    }
    this.#last = place;
  }

  get parts(): readonly ClockPart[] {
    return this.#parts;
  }
}

/** Evidence for boards without files. */
export interface OtherSigns {
  /** Rows with a reading that clocks in New York never show. */
  readonly impossibleReadings: number;
  /** `boards.archive` of FoolFuuka: it writes New York's time on boards that it archives, and UTC on its own. */
  readonly isArchive: boolean | null;
  readonly hasCountryNames: boolean;
  readonly hasTrollCodes: boolean;
}

export interface BoardClock {
  readonly parts: readonly ClockPart[];
  /** For the report. */
  readonly foundBy: string;
}

/** null without evidence. */
export function decideClock(votes: ClockParts, signs: OtherSigns, given: Clock | null): BoardClock | null {
  const whole = (clock: Clock, foundBy: string) => ({ parts: [{ from: 0, sureFrom: 0, clock }], foundBy });
  if (given !== null) return whole(given, 'option --clock');
  if (votes.parts.length > 0) return { parts: votes.parts, foundBy: 'names of files' };
  if (signs.impossibleReadings > 0) return whole('utc', "hours that New York's clocks leave out");
  if (signs.isArchive !== null) return whole(signs.isArchive ? 'new_york' : 'utc', "FoolFuuka's list of boards");
  if (signs.hasCountryNames) return whole('utc', 'names of countries, as Ritual writes them');
  return signs.hasTrollCodes ? whole('new_york', 'flags as neofuuka writes them') : null;
}

/** The part that a row belongs to. */
export function partAt(parts: readonly ClockPart[], place: number): ClockPart | undefined {
  return parts.findLast(({ from }) => from <= place) ?? parts[0];
}
