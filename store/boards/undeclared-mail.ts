/**
 * Kept messages of a mailing list that neither name nor show their charset, and the charset that a detector finds for them. Scrapers
 * read and sample them; admins see the counts and the proposal.
 */
import type { Database } from '../../platform/postgres.ts';

/** Counts beyond it are not exact. */
const MOST_COUNTED = 10_000;

/** Index: raw_messages_read_as, all of a board, and the messages of other charsets. $1 board, $2 charset of the board, $3 most counted. */
const COUNT_UNDECLARED = `
select (select count(*)::int from (
    select from raw_messages where board_id = $1 and read_as is not null limit $3) m) as messages,
  (select count(*)::int from (
    select from raw_messages where board_id = $1 and (read_as < $2 or read_as > $2) limit $3) m) as waiting`;

/** Index: charset_proposals_pkey, those of a board. $1 board, $2 charset of the board. */
const SELECT_PROPOSALS = `
select num, charset, before, after from charset_proposals where board_id = $1 and read_as = $2 order by num`;

export interface UndeclaredMail {
  readonly messages: number;
  /** Those that were read by another charset than that of the board. A scraper reads them again. */
  readonly waiting: number;
  readonly proposal: CharsetProposal | null;
}

interface CharsetProposal {
  readonly charset: string;
  readonly samples: { readonly num: number; readonly before: string; readonly after: string }[];
}

/** null for a board without such messages. `charset`: of the board. */
export async function readUndeclaredMail(
  db: Database,
  board: { readonly id: number },
  charset: string,
): Promise<UndeclaredMail | null> {
  const counted = await db.query<Pick<UndeclaredMail, 'messages' | 'waiting'>>(COUNT_UNDECLARED, [
    board.id,
    charset,
    MOST_COUNTED,
  ]);
  const [counts] = counted.rows;
  if (counts === undefined || counts.messages === 0) return null;
  const { rows } = await db.query<{ num: string; charset: string; before: string; after: string }>(SELECT_PROPOSALS, [
    board.id,
    charset,
  ]);
  const [first] = rows;
  const samples = rows.map(({ num, before, after }) => ({ num: Number(num), before, after }));
  return { ...counts, proposal: first === undefined ? null : { charset: first.charset, samples } };
}
