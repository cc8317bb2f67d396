/** Reads the kept messages of a mailing list again, by the rules of this version, and stores what changes. */
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import type pg from 'pg';
import type { Board } from '../../mappings/board.ts';
import { DEFAULT_MAIL_CHARSET } from '../../mappings/mail-charsets.ts';
import { withinStored } from '../../mappings/text-limits.ts';
import { inTransaction } from '../../platform/postgres.ts';
import type { ScraperContext } from '../context.ts';
import { ADD_LEASES } from '../leases/sql.ts';
import type { MailHistory, MailMessage, MailReading } from '../sources/source.ts';
import { NUMBERS_PER_PART, placeMessages } from './place-messages.ts';
import { postOfMessage } from './post-of-message.ts';
import { COUNT_WITHOUT_RAW, READ_FENCE, RENAME_MESSAGES, SELECT_RAW, SELECT_RAW_MONTHS, SELECT_TEXTS } from './sql.ts';
import { numbersOfMonth, readSenders, readStored, writeMessages } from './write-messages.ts';

const inflate = promisify(inflateRaw);

/** The columns whose changes are counted. */
const COMPARED = ['thread', 'time', 'name', 'subject', 'comment'] as const;
type Compared = (typeof COMPARED)[number];
type Texts = Readonly<Record<Compared, string | null>>;

export interface RereadChange {
  readonly num: number;
  readonly field: Compared;
  readonly before: string | null;
  readonly after: string | null;
}

export interface RereadMonth {
  /** 201606 */
  readonly month: number;
  readonly read: number;
  /** Posts of which something changes. */
  readonly changed: number;
  readonly changes: readonly RereadChange[];
}

/** The rules of this version refuse all kept messages of a month. */
export class UnreadableMonthError extends Error {
  constructor(month: number, detail: string) {
    super(`the kept messages of ${month} cannot be read: ${detail}`);
  }
}

export interface RereadOptions extends MailReading {
  /** The first and the last month; null for all. */
  readonly from: number | null;
  readonly to: number | null;
  readonly dryRun: boolean;
}

/**
 * Yields each month when it is stored, oldest first, so that replies find the threads of earlier months. A run that is interrupted
 * may be repeated, from the month that it had reached: what is stored already does not change.
 * @throws LeaseLostError if a scraper takes the board during a month.
 */
export async function* rereadMessages(
  context: Pick<ScraperContext, 'pool' | 'slices' | 'now'>,
  mail: MailHistory,
  board: Board,
  { from, to, dryRun, ...reading }: RereadOptions,
): AsyncGenerator<RereadMonth> {
  const { pool } = context;
  const { rows } = await pool.query<{ month: string }>(SELECT_RAW_MONTHS, [
    board.id,
    ...numbersOf(from, to),
    NUMBERS_PER_PART,
  ]);
  for (const { month } of rows) yield rereadMonth(context, mail, board, Number(month), { dryRun, reading });
}

/** The undeclared bytes of all kept messages. */
export async function readKeptMessages(
  pool: pg.Pool,
  mail: MailHistory,
  board: Pick<Board, 'id'>,
): Promise<readonly Pick<MailMessage, 'undeclared'>[]> {
  const { rows } = await pool.query<{ month: string }>(SELECT_RAW_MONTHS, [
    board.id,
    ...numbersOf(null, null),
    NUMBERS_PER_PART,
  ]);
  const found: Pick<MailMessage, 'undeclared'>[] = [];
  for (const row of rows) {
    const month = Number(row.month);
    const kept = await pool.query<{ content: Buffer }>(SELECT_RAW, [board.id, ...numbersOfMonth(month)]);
    const raws = await Promise.all(kept.rows.map(async ({ content }) => inflate(content)));
    const read = await mail.readPart(Buffer.concat(raws), { url: '', month }, { charset: DEFAULT_MAIL_CHARSET });
    if (read.ok)
      found.push(...read.value.map(({ undeclared }) => ({ undeclared })).filter(({ undeclared }) => undeclared !== ''));
  }
  return found;
}

/** Messages that cannot be read again, since earlier versions did not keep them. */
export async function countNotKept(
  pool: pg.Pool,
  { id }: Pick<Board, 'id'>,
  { from, to }: Pick<RereadOptions, 'from' | 'to'>,
): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(COUNT_WITHOUT_RAW, [id, ...numbersOf(from, to)]);
  return rows[0]?.count ?? 0;
}

function numbersOf(from: number | null, to: number | null): readonly [first: number, last: number] {
  return [numbersOfMonth(from ?? 0)[0], numbersOfMonth(to ?? 999_999)[1]];
}

/** @throws UnreadableMonthError */
export async function rereadMonth(
  context: Pick<ScraperContext, 'pool' | 'slices' | 'now'>,
  mail: MailHistory,
  board: Board,
  month: number,
  { dryRun, reading }: { readonly dryRun: boolean; readonly reading: MailReading },
): Promise<RereadMonth> {
  const { pool } = context;
  const { rows } = await pool.query<{ num: string; content: Buffer; key: string }>(SELECT_RAW, [
    board.id,
    ...numbersOfMonth(month),
  ]);
  const raws = await Promise.all(rows.map(async ({ content }) => inflate(content)));
  const part = { url: '', month };
  const read = await mail.readPart(Buffer.concat(raws), part, reading);
  if (!read.ok) throw new UnreadableMonthError(month, read.refusal.detail);
  const stored = new Map(raws.map((raw, at) => [raw.toString('latin1'), rows[at]]));
  const taken = new Set(rows.map(({ key }) => key));
  const renamed: { readonly num: number; readonly key: string }[] = [];
  const messages = read.value.map((message): MailMessage => {
    const row = stored.get(Buffer.from(message.raw).toString('latin1'));
    if (row === undefined || row.key === message.key) return message;
    // A key that belongs to another message stays with it.
    if (taken.has(message.key)) return { ...message, key: row.key };
    renamed.push({ num: Number(row.num), key: message.key });
    return message;
  });
  const changes = await compare(pool, board, month, messages, renamed);
  if (!dryRun) {
    const fence = await inTransaction(pool, async (client) => {
      await client.query(ADD_LEASES);
      await client.query(RENAME_MESSAGES, [board.id, renamed.map(({ num }) => num), renamed.map(({ key }) => key)]);
      const leases = await client.query<{ fence: string }>(READ_FENCE, [board.id]);
      return Number(leases.rows[0]?.fence);
    });
    // A scraper that holds the board may go on: the locks of numbers and of threads order both writers.
    await writeMessages(context, { ...board, fence }, part, messages);
  }
  return { month, read: rows.length, changed: new Set(changes.map(({ num }) => num)).size, changes };
}

async function compare(
  pool: pg.Pool,
  board: Board,
  month: number,
  messages: readonly MailMessage[],
  renamed: readonly { readonly num: number; readonly key: string }[],
): Promise<readonly RereadChange[]> {
  const stored = await readStored(pool, board, { month }, messages);
  const threads = new Map([...stored.known.values()].map(({ num, thread }) => [num, thread]));
  const { rows } = await pool.query<
    { num: string; thread: string; time_posted: Date } & Omit<Texts, 'thread' | 'time'>
  >(SELECT_TEXTS, [board.id, [...threads.keys(), ...renamed.map(({ num }) => num)]]);
  const before = new Map(rows.map((row) => [Number(row.num), row]));
  const known = new Map(stored.known);
  for (const { num, key } of renamed) {
    const row = before.get(num);
    if (row !== undefined) known.set(key, { num, thread: Number(row.thread) });
  }
  const placement = placeMessages(messages, month, { ...stored, known });
  const senders = await readSenders(pool, messages);
  return messages.flatMap((message) => {
    const { fields } = withinStored(postOfMessage(message, placement, senders));
    const row = before.get(fields.num);
    if (row === undefined) return [];
    const [old, now]: readonly [Texts, Texts] = [
      { ...row, time: row.time_posted.toISOString() },
      { ...fields, thread: String(fields.thread), time: fields.timePosted.toISOString() },
    ];
    return COMPARED.filter((field) => old[field] !== now[field]).map((field) => ({
      num: fields.num,
      field,
      before: old[field],
      after: now[field],
    }));
  });
}
