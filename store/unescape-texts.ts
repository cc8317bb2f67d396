/** Unescapes texts of vichan boards, which earlier versions stored with the site's escapes. */
import type pg from 'pg';
import type { Board } from '../mappings/board.ts';
import { MAYBE_ESCAPED, isEscaped, unescapeText } from '../mappings/escaped-text.ts';
import { inTransaction } from '../platform/postgres.ts';
import { lockThreads } from './post-lock.ts';
import { setTexts, type CorrectedTexts } from './set-texts.ts';

const PAGE = 2000;

/**
 * Index: posts_pkey. A page of the posts with a text that may be escaped. Left out: ghost posts, which were written here; imported
 * posts, whose archives store texts unescaped; and posts with `extra.unescaped`, whose texts only look escaped. $1 board, $2 num to
 * begin after, $3 pattern, $4 how many.
 */
const SELECT_MAYBE_ESCAPED = `
select num, thread, name, email, subject, extra ->> 'capcode' as capcode
from posts
where board_id = $1 and num > $2 and subnum = 0 and time_purged is null
  and (name ~ $3 or email ~ $3 or subject ~ $3 or extra ->> 'capcode' ~ $3)
  and extra -> 'asagi' is null and extra -> 'unescaped' is null
order by num limit $4`;

interface Row {
  readonly num: string;
  readonly thread: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly subject: string | null;
  readonly capcode: string | null;
}

export interface UnescapedTexts {
  /** Posts with a text that may be escaped. */
  readonly read: number;
  readonly changed: number;
}

export async function unescapeTexts(
  pool: pg.Pool,
  { id }: Pick<Board, 'id'>,
  { dryRun, now }: { readonly dryRun: boolean; readonly now: Date },
): Promise<UnescapedTexts> {
  let [read, changed, num] = [0, 0, 0];
  for (;;) {
    const { rows } = await pool.query<Row>(SELECT_MAYBE_ESCAPED, [id, num, MAYBE_ESCAPED, PAGE]);
    const posts = rows.flatMap((row) => correctedTexts(row) ?? []);
    read += rows.length;
    if (dryRun) changed += posts.length;
    else if (posts.length > 0) {
      const threads = new Set(posts.map(({ thread }) => thread));
      changed += await inTransaction(pool, async (client) => {
        const lock = await lockThreads(client, id, [...threads]);
        return setTexts(lock, posts, now);
      });
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return { read, changed };
    num = Number(last.num);
  }
}

/** null for a post whose texts were not escaped. */
function correctedTexts(row: Row): (CorrectedTexts & { readonly thread: number }) | null {
  const { name, email, subject, capcode } = row;
  if (![name, email, subject, capcode].some(isEscaped)) return null;
  const [newName, newEmail, newSubject, word] = [name, email, subject, capcode].map((text) =>
    text === null ? null : unescapeText(text),
  ) as [string | null, string | null, string | null, string | null];
  return {
    num: Number(row.num),
    subnum: 0,
    thread: Number(row.thread),
    name: newName,
    email: newEmail,
    subject: newSubject,
    before: { name, email, subject },
    extra: {
      ...(word !== null && { capcode: word }),
      ...([newName, newEmail, newSubject, word].some(isEscaped) && { unescaped: true }),
    },
  };
}
