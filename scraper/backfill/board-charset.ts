/**
 * Messages that neither name nor show their charset follow the setting of the board: after a change the kept ones are read again. If a
 * detector reads them by another charset, that is proposed to admins.
 */
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { readBoardSettings } from '../../mappings/board-settings.ts';
import { BoardSettingError } from '../../mappings/board-settings/table.ts';
import { DEFAULT_MAIL_CHARSET } from '../../mappings/mail-charsets.ts';
import { readSettings } from '../../store/boards/settings.ts';
import type { Harvest } from '../board-harvest.ts';
import { withLease } from '../leases/board-leases.ts';
import type { MailHistory, MailReading } from '../sources/source.ts';
import { NUMBERS_PER_PART } from './place-messages.ts';
import { proposeChange } from './propose-charset.ts';
import { rereadMonth, UnreadableMonthError } from './reread-messages.ts';
import { ADD_PROPOSALS, DROP_PROPOSALS, MARK_READ_AS, NEXT_MONTH_READ_OTHERWISE, SAMPLE_READ_AS } from './sql.ts';
import { numbersOfMonth } from './write-messages.ts';

const inflate = promisify(inflateRaw);

/** Months read again per pass. Between passes the caller handles kicks and the lease. */
const MONTHS_PER_PASS = 12;
/** Ten times so many messages are given to the detector. */
const SAMPLES_PER_PLACE = 5;

/** An invalid setting is reported where it is set; until it is corrected, the standard charset applies. */
export async function readMailSettings({ context, board }: Harvest): Promise<MailReading> {
  try {
    const { settings, defaults } = await readSettings(context.pool, board);
    return { charset: readBoardSettings(settings, defaults).mailCharset };
  } catch (error) {
    if (!(error instanceof BoardSettingError)) throw error;
    context.logger.error({ board: board.name, setting: error.setting }, error.message);
    return { charset: DEFAULT_MAIL_CHARSET };
  }
}

/** Reads months again, the newest first, whose messages were read by another charset. Returns whether months remain. */
export async function followCharset(
  { context, board }: Harvest,
  mail: MailHistory,
  reading: MailReading,
): Promise<boolean> {
  const { pool, logger } = context;
  for (let read = 0; ; read++) {
    const { rows } = await pool.query<{ month: string | null }>(NEXT_MONTH_READ_OTHERWISE, [
      board.id,
      reading.charset,
      NUMBERS_PER_PART,
    ]);
    const found = rows[0]?.month ?? null;
    if (found === null) return false;
    if (read === MONTHS_PER_PASS) return true;
    const month = Number(found);
    try {
      await rereadMonth(context, mail, board, month, { dryRun: false, reading });
    } catch (error) {
      if (!(error instanceof UnreadableMonthError)) throw error;
      logger.error({ board: board.name }, error.message);
    }
    await pool.query(MARK_READ_AS, [board.id, ...numbersOfMonth(month), reading.charset]);
  }
}

/** Gives a sample of the messages to the detector, and stores its proposal in place of the last one. */
export async function proposeBoardCharset(
  { context, board }: Harvest,
  mail: MailHistory,
  reading: MailReading,
): Promise<void> {
  const { pool } = context;
  const { rows } = await pool.query<{ num: string; content: Buffer }>(SAMPLE_READ_AS, [
    board.id,
    reading.charset,
    SAMPLES_PER_PLACE,
  ]);
  const messages: { readonly num: number; readonly undeclared: string }[] = [];
  for (const { num, content } of rows) {
    const part = { url: '', month: Math.floor(Number(num) / NUMBERS_PER_PART) };
    const read = await mail.readPart(await inflate(content), part, reading);
    if (read.ok) messages.push(...read.value.map(({ undeclared }) => ({ num: Number(num), undeclared })));
  }
  const change = proposeChange(messages, reading.charset);
  await withLease(pool, board, async (client) => {
    await client.query(DROP_PROPOSALS, [board.id]);
    if (change === null) return;
    const { charset, samples } = change;
    const columns = [
      samples.map(({ num }) => num),
      samples.map(({ before }) => before),
      samples.map(({ after }) => after),
    ];
    await client.query(ADD_PROPOSALS, [board.id, reading.charset, charset, ...columns]);
  });
}
