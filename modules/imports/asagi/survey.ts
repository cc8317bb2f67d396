/** The first pass over a source: finds its boards, the clock of each, and the posts of double hours. */
import type { RowSource, TableShape, Wanted } from '../dump/batch.ts';
import { ClockParts, fileSecondOf, voteOf, type OtherSigns } from './clock.ts';
import { rowReader, type AsagiRow } from './columns.ts';
import { DamageCount } from './damage-count.ts';
import { isNearDoubleHour, type NightPost } from './double-hour.ts';
import { readHash } from './file-of-row.ts';
import { instantsOf } from './new-york.ts';
import { NumberOrder } from './number-order.ts';
import type { PlacedRow, Position } from './positions.ts';
import { isTrue, numberOrZero } from './row-error.ts';
import { boardOfRemoved, hasPosts, isSideTable, kindOfTable } from './tables.ts';

/** Kinds of tables: posts, lists of files, and FoolFuuka's list of boards. */
const SURVEYED_COLUMNS: ReadonlySet<string> = new Set(
  (
    'doc_id num subnum thread_num timestamp media_orig preview_orig poster_country exif ' +
    'media_hash banned md5 ' +
    'shortname name archive hidden'
  ).split(' '),
);

/** The results for one table of posts. */
export class BoardSurvey {
  rows = 0;
  readonly shape: TableShape | null;
  readonly clock: ClockParts;
  readonly ghostClock: ClockParts;
  /** True if the table still has the last imported row. */
  isKnown: boolean;
  readonly #last: PlacedRow | null;
  readonly order = new NumberOrder();
  /** Posts around double hours. */
  readonly nights: Omit<NightPost, 'isOld'>[] = [];
  #impossible = 0;
  #hasCountryNames = false;
  #hasTrollCodes = false;

  constructor(shape: TableShape | null, position: Position | null = null) {
    this.shape = shape;
    this.clock = new ClockParts(position?.clock.parts);
    this.ghostClock = new ClockParts(position?.clock.ghostParts);
    this.isKnown = position === null;
    this.#last = position?.last ?? null;
  }

  add(row: AsagiRow): void {
    this.rows++;
    const reading = numberOrZero(row.timestamp);
    const num = numberOrZero(row.num);
    if (reading === 0 || num === 0) return;
    const place = placeOf(row, this.rows);
    const subnum = numberOrZero(row.subnum);
    this.isKnown ||= this.#last?.place === place && this.#last.num === num && this.#last.subnum === subnum;
    const isGhost = subnum > 0;
    const fileSecond = fileSecondOf(row.media_orig) ?? fileSecondOf(row.preview_orig);
    const vote = voteOf(reading, fileSecond);
    if (vote !== null) (isGhost ? this.ghostClock : this.clock).vote(place, vote);
    this.#hasCountryNames ||= (row.poster_country?.length ?? 0) > 2;
    this.#hasTrollCodes ||= row.exif?.includes('"troll_country_code"') ?? false;
    if (isGhost) return;
    this.order.record(num, reading);
    if (instantsOf(reading).length === 0) this.#impossible++;
    if (isNearDoubleHour(reading)) {
      this.nights.push({ num, thread: numberOrZero(row.thread_num), reading, fileSecond });
    }
  }

  signs(isArchive: boolean | null): OtherSigns {
    return {
      impossibleReadings: this.#impossible,
      isArchive,
      hasCountryNames: this.#hasCountryNames,
      hasTrollCodes: this.#hasTrollCodes,
    };
  }
}

/** A row's place in the order of insertion. */
export function placeOf(row: AsagiRow, position: number): number {
  return numberOrZero(row.doc_id) || position;
}

/** A board's entry in FoolFuuka's list of boards. */
export interface ListedBoard {
  readonly title: string;
  readonly isArchive: boolean;
  readonly isHidden: boolean;
}

export interface Survey {
  /** By table name. */
  readonly boards: ReadonlyMap<string, BoardSurvey>;
  readonly listed: ReadonlyMap<string, ListedBoard>;
  /** MD5 sums of files that the source bans, in hexadecimal. */
  readonly banned: ReadonlySet<string>;
  /** Posts that moderators removed, by board name; empty unless requested. */
  readonly removed: ReadonlyMap<string, BoardSurvey>;
  readonly damage: DamageCount;
}

export type OnProgress = (rows: number) => void;

export interface SurveyOptions {
  readonly withRemoved: boolean;
  /** The positions at which earlier imports of the source ended, by board name. */
  readonly positions: ReadonlyMap<string, Position>;
}

export async function surveySource(
  source: RowSource,
  { withRemoved, positions }: SurveyOptions,
  onProgress: OnProgress,
): Promise<Survey> {
  const removed = new Map<string, BoardSurvey>();
  const boards = new Map<string, BoardSurvey>();
  const listed = new Map<string, ListedBoard>();
  const banned = new Set<string>();
  const damage = new DamageCount();
  let rows = 0;
  const isWanted: Wanted = (table, columns) => {
    const isPosts = columns === null || hasPosts(columns);
    if (boardOfRemoved(table) !== null) return withRemoved && isPosts;
    return !isSideTable(table) && (columns === null || kindOfTable(table, columns) !== 'other');
  };
  for await (const batch of source.read(isWanted, { from: positions, columns: SURVEYED_COLUMNS })) {
    damage.add(batch.damage);
    const columns = batch.shape?.columns ?? [];
    const ofRemoved = boardOfRemoved(batch.table);
    const kind = kindOfTable(batch.table, columns);
    if (kind === 'posts' || (ofRemoved !== null && hasPosts(columns))) {
      const [surveys, name] = ofRemoved === null ? [boards, batch.table] : [removed, ofRemoved];
      let board = surveys.get(name);
      if (board === undefined) {
        const position = ofRemoved === null && source.isLive ? positions.get(name) : undefined;
        surveys.set(name, (board = new BoardSurvey(batch.shape, position)));
      }
      const read = rowReader(columns);
      for (const row of batch.rows) board.add(read(row));
    } else if (kind !== 'other') {
      const at = (name: string) => columns.indexOf(name);
      for (const row of batch.rows) {
        const value = (name: string): string | null => row[at(name)] ?? null;
        if (kind === 'boards') {
          const entry = {
            title: value('name') ?? '',
            isArchive: isTrue(value('archive')),
            isHidden: isTrue(value('hidden')),
          };
          listed.set(value('shortname') ?? '', entry);
        } else {
          const hash = readHash(value(kind === 'images' ? 'media_hash' : 'md5'));
          if (hash !== null && (kind === 'banned' || isTrue(value('banned'))))
            banned.add(Buffer.from(hash).toString('hex'));
        }
      }
    }
    onProgress((rows += batch.rows.length));
  }
  return { boards, removed, listed, banned, damage };
}
