/** The plan of an import, decided after the first pass and before anything is written. */
import { isBoardName } from '../../../mappings/board.ts';
import type { RowSource } from '../dump/batch.ts';
import { decideClock, type Clock } from './clock.ts';
import { untangle, type NightPost } from './double-hour.ts';
import type { KnownClock, Position } from './positions.ts';
import { TimeReader } from './row-times.ts';
import type { BoardSurvey, Survey } from './survey.ts';
import { dialectOf, type Dialect } from './tables.ts';

/** A post counts as moved to the board if posts with lower numbers are later by at least this much. */
const OLD = 3 * 3600;

export interface PlannedBoard {
  readonly name: string;
  /** The name of the board at the source. */
  readonly table: string;
  readonly title: string;
  readonly isArchive: boolean;
  readonly rows: number;
  readonly dialect: Dialect;
  /** `mixed`: two programs took turns. */
  readonly clock: Clock | 'mixed';
  readonly clockFoundBy: string;
  readonly times: TimeReader;
  /** The state with which a later import of the same table resumes. */
  readonly knownClock: KnownClock;
  /** Rows that the source's moderators removed; they are stored hidden and without files. */
  readonly isRemoved: boolean;
}

/** A skipped table, and the reason. */
export interface LeftOut {
  readonly table: string;
  readonly reason: string;
}

export interface Plan {
  readonly boards: readonly PlannedBoard[];
  readonly leftOut: readonly LeftOut[];
}

export interface PlanOptions {
  /** Board names; empty for all. */
  readonly boards: readonly string[];
  readonly clock: Clock | null;
  readonly now: Date;
}

export function planImport(
  survey: Survey,
  { routines, isLive }: Pick<RowSource, 'routines' | 'isLive'>,
  positions: ReadonlyMap<string, Position>,
  options: PlanOptions,
): Plan {
  const boards: PlannedBoard[] = [];
  const leftOut: LeftOut[] = [];
  for (const [name, board] of survey.boards) {
    if (options.boards.length > 0 && !options.boards.includes(name)) continue;
    const listed = survey.listed.get(name);
    const dialect = dialectOf(name, board.shape, routines, isLive);
    const signs = board.signs(listed?.isArchive ?? null);
    const known = positions.get(name)?.clock;
    const removed = survey.removed.get(name);
    const clock = decideClock(board.clock, signs, options.clock) ?? known ?? null;
    if (!isBoardName(name)) {
      leftOut.push({ table: name, reason: 'its name cannot be the name of a board' });
    } else if (listed?.isHidden === true && options.boards.length === 0) {
      leftOut.push({ table: name, reason: 'the source hides this board; name it with --boards to import it' });
    } else if (clock === null) {
      leftOut.push({
        table: name,
        reason: 'nothing tells which clock its times are from: say --clock new-york or --clock utc',
      });
    } else {
      const ghostClock =
        options.clock === null && board.ghostClock.parts.length > 0 ? decideClock(board.ghostClock, signs, null) : null;
      const clocks = new Set(clock.parts.map((part) => part.clock));
      const [only] = clocks;
      const times = new TimeReader({
        clock,
        ghostClock,
        doubleHour: untangle(nightPosts(board, removed)),
        expiredIsArchived: dialect.isRitual,
        now: options.now,
      });
      const planned: Omit<PlannedBoard, 'table' | 'isRemoved' | 'rows'> = {
        name,
        title: listed?.title || name,
        isArchive: listed?.isArchive ?? true,
        dialect,
        clock: only === undefined || clocks.size > 1 ? 'mixed' : only,
        clockFoundBy: clock.foundBy,
        times,
        knownClock: { parts: clock.parts, ghostParts: ghostClock?.parts ?? [], foundBy: clock.foundBy },
      };
      const add = (table: string, { rows }: BoardSurvey, isRemoved: boolean) =>
        boards.push({ ...planned, table, isRemoved, rows });
      add(name, board, false);
      if (removed !== undefined) add(`${name}_deleted`, removed, true);
    }
  }
  for (const table of options.boards) {
    if (!survey.boards.has(table)) leftOut.push({ table, reason: 'the source has no rows of a board of this name' });
  }
  return { boards, leftOut };
}

function nightPosts({ nights, order }: BoardSurvey, removed: BoardSurvey | undefined): NightPost[] {
  return [...nights, ...(removed?.nights ?? [])].map((post) => {
    const latest = order.latestBefore(post.num);
    return { ...post, isOld: latest !== null && latest > post.reading + OLD };
  });
}
