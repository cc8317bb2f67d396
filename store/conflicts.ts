/** Values of an import that differ from the stored ones and were not stored. */
import type { PostColumnName } from '../mappings/postgres/post-columns.ts';
import type { PostLock } from './post-lock.ts';

const COMPARED = [
  'thread',
  'time_posted',
  'name',
  'tripcode',
  'capcode',
  'posterid',
  'country',
  'email',
  'subject',
  'comment',
  'media_hash',
  'media_name',
] as const satisfies readonly PostColumnName[];

export interface ConflictCount {
  readonly column: string;
  readonly posts: number;
  /** `num` or `num.subnum` of the first ones. */
  readonly samples: readonly string[];
}

const SAMPLES = 5;

/** Text without markup: HTML derived from a program's own markup never equals the source's HTML. */
const shown = (comment: string): string =>
  `regexp_replace(regexp_replace(${comment}, '<br ?/?>', chr(10), 'g'), '<[^>]*>', '', 'g')`;

const differs = (column: string): string =>
  column === 'comment'
    ? `p.comment <> s.comment and btrim(${shown('p.comment')}, E' \\n') <> btrim(${shown('s.comment')}, E' \\n')`
    : `p.${column} <> s.${column}`;

/** Index: posts_pkey. Reads the whole staging table after the merge. $1 board. */
const SELECT_CONFLICTS = `
select compared.name as column, count(*)::int as posts,
  (array_agg(p.num || case when p.subnum > 0 then '.' || p.subnum else '' end order by p.num, p.subnum))[1:${SAMPLES}] as samples
from staged_posts s
cross join lateral (
  select * from posts where board_id = $1 and num = s.num and subnum = s.subnum and time_purged is null limit 1
) p
cross join lateral (values ${COMPARED.map((column) => `('${column}', ${differs(column)})`).join(', ')}) compared (name, differs)
where compared.differs
group by compared.name order by compared.name`;

/** Compares the table staged_posts in the session of the lock. */
export async function findConflicts({ client, boardId }: PostLock): Promise<readonly ConflictCount[]> {
  return (await client.query<ConflictCount>(SELECT_CONFLICTS, [boardId])).rows;
}
