/** Converts a row's times from the board's clock to UTC, and flags uncertain ones. */
import type { BoardClock } from './clock.ts';
import { fileSecondOf, partAt, voteOf, type Clock } from './clock.ts';
import type { AsagiRow } from './columns.ts';
import { choiceByFile, type Choice } from './double-hour.ts';
import { instantsOf } from './new-york.ts';
import { RowError, numberOrZero } from './row-error.ts';

export type TimeFlag =
  | 'time_uncertain'
  | 'clock_uncertain'
  | 'time_impossible'
  | 'deletion_time_uncertain'
  | 'deletion_before_post';

export interface RowTimes {
  readonly posted: Date;
  /** null where the source gives no time. */
  readonly deleted: Date | null;
  readonly archived: Date | null;
  readonly flags: readonly TimeFlag[];
  /** For `extra.asagi`. */
  readonly details: Readonly<Record<string, unknown>>;
}

interface TimedRow {
  readonly row: AsagiRow;
  readonly num: number;
  readonly subnum: number;
  readonly place: number;
  readonly isDeleted: boolean;
}

/** 2003-10-01: no imageboard that Asagi reads is older. */
const FIRST_TIME = Date.UTC(2003, 0, 1) / 1000;
const DAY = 86_400;

export interface TimeSettings {
  readonly clock: BoardClock;
  /** The clock of ghost posts, which another program writes; null if it is unknown. */
  readonly ghostClock: BoardClock | null;
  readonly doubleHour: ReadonlyMap<number, Choice>;
  /** In Ritual's tables `timestamp_expired` is the time of archival. */
  readonly expiredIsArchived: boolean;
  readonly now: Date;
}

export class TimeReader {
  readonly #settings: TimeSettings;

  constructor(settings: TimeSettings) {
    this.#settings = settings;
  }

  /** @throws RowError for an impossible time. */
  read(timed: TimedRow): RowTimes {
    const { row, isDeleted } = timed;
    const flags = new Set<TimeFlag>();
    const reading = numberOrZero(row.timestamp);
    if (reading === 0) throw new RowError('no_time', `the post ${timed.num} has no time`);
    const fileSecond = fileSecondOf(row.media_orig) ?? fileSecondOf(row.preview_orig);
    const clock = this.#clockOf(timed, reading, fileSecond, flags);
    const choice = this.#choose(timed, reading, fileSecond, clock);
    const posted = choice.instant;
    if (posted < FIRST_TIME || posted > this.#settings.now.getTime() / 1000 + DAY) {
      throw new RowError('time_out_of_range', `the post ${timed.num} has a time before 2003 or in the future`);
    }
    if (choice.isUncertain) flags.add('time_uncertain');
    const candidates = clock === 'utc' ? [reading] : instantsOf(reading);
    if (candidates.length === 0) flags.add('time_impossible');
    const expired = this.#expired(row, posted, clock, isDeleted, flags);
    return {
      posted: dateOf(posted),
      ...expired,
      flags: [...flags],
      details: {
        ...((choice.isUncertain || candidates.length === 0) && { timestamp: reading }),
        ...(choice.isUncertain && { times: candidates.map((at) => dateOf(at).toISOString()) }),
        ...expired.details,
      },
    };
  }

  /** The time in a file name overrides the clock of the row's part. */
  #clockOf({ subnum, place }: TimedRow, reading: number, fileSecond: number | null, flags: Set<TimeFlag>): Clock {
    const { clock, ghostClock } = this.#settings;
    const { parts } = subnum > 0 ? (ghostClock ?? clock) : clock;
    const part = partAt(parts, place);
    if (parts.length > 1) {
      const vote = voteOf(reading, fileSecond);
      if (vote !== null) return vote;
      if (part !== undefined && place < part.sureFrom) flags.add('clock_uncertain');
    }
    return part?.clock ?? 'utc';
  }

  #choose({ num, subnum }: TimedRow, reading: number, fileSecond: number | null, clock: Clock): Choice {
    if (clock === 'utc') return { instant: reading, isUncertain: false };
    const instants = instantsOf(reading);
    // For a reading in the hour skipped in spring, the clock is treated as unchanged.
    if (instants.length === 0) return { instant: reading + 5 * 3600, isUncertain: false };
    const [only = reading] = instants;
    if (instants.length === 1) return { instant: only, isUncertain: false };
    const byOrder = subnum === 0 ? this.#settings.doubleHour.get(num) : undefined;
    return byOrder ?? choiceByFile(reading, fileSecond);
  }

  #expired(row: AsagiRow, posted: number, clock: Clock, isDeleted: boolean, flags: Set<TimeFlag>) {
    const nothing = { deleted: null, archived: null, details: {} };
    const reading = numberOrZero(row.timestamp_expired);
    if (reading === 0) return nothing;
    if (this.#settings.expiredIsArchived) {
      return reading < posted ? nothing : { ...nothing, archived: dateOf(reading) };
    }
    const instants = clock === 'utc' ? [reading] : instantsOf(reading);
    const possible = instants.filter((instant) => instant >= posted);
    const [at, another] = possible;
    // Asagi does not clear the time when a post returns, so it is ignored for posts that are not deleted.
    if (!isDeleted) return { ...nothing, details: { timestamp_expired: reading } };
    if (at === undefined || at > this.#settings.now.getTime() / 1000 + DAY) {
      flags.add('deletion_before_post');
      return { ...nothing, details: { timestamp_expired: reading } };
    }
    if (another === undefined) return { ...nothing, deleted: dateOf(at) };
    flags.add('deletion_time_uncertain');
    return { ...nothing, deleted: dateOf(at), details: { timestamp_expired: reading } };
  }
}

function dateOf(seconds: number): Date {
  return new Date(seconds * 1000);
}
