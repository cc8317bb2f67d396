/** Runs both passes of an import without a database, up to the posts that are passed to the writer. */
import { ASAGI_COLUMNS } from '../../asagi/tables.ts';
import { rowReader } from '../../asagi/columns.ts';
import { planImport, type Plan } from '../../asagi/plan.ts';
import { postOfRow } from '../../asagi/post-of-row.ts';
import { RowError } from '../../asagi/row-error.ts';
import { placeOf, surveySource } from '../../asagi/survey.ts';
import type { Damage } from '../../dump/batch.ts';
import { openSource } from '../../dump/open-source.ts';
import type { PostObservation } from '../../../../mappings/post.ts';
import type { StoredPost } from './stored.ts';

export interface Observed {
  readonly plan: Plan;
  readonly damage: readonly Damage[];
  /** By board, in the order of the source. */
  readonly posts: ReadonlyMap<string, readonly PostObservation[]>;
  readonly refused: readonly string[];
  /** MD5 of files that the source bans, in hexadecimal. */
  readonly banned: ReadonlySet<string>;
}

export async function observe(paths: readonly string[], boards: readonly string[] = []): Promise<Observed> {
  const source = await openSource(paths, ASAGI_COLUMNS);
  try {
    const none = new Map<string, never>();
    const survey = await surveySource(source, { withRemoved: false, positions: none }, () => undefined);
    const plan = planImport(survey, source, none, { boards, clock: null, now: new Date() });
    const planned = new Map(plan.boards.map((board) => [board.name, board]));
    const posts = new Map(plan.boards.map(({ name }): [string, PostObservation[]] => [name, []]));
    const refused: string[] = [];
    for await (const batch of source.read((table) => planned.has(table))) {
      const board = planned.get(batch.table);
      const found = posts.get(batch.table);
      if (board === undefined || found === undefined) continue;
      const read = rowReader(batch.shape?.columns ?? []);
      for (const values of batch.rows) {
        const row = read(values);
        try {
          const { name, times, dialect } = board;
          const place = placeOf(row, found.length + refused.length + 1);
          found.push(postOfRow(row, { board: name, times, isRitual: dialect.isRitual, place }).post);
        } catch (error) {
          if (!(error instanceof RowError)) throw error;
          refused.push(`${batch.table}: ${error.reason}`);
        }
      }
    }
    return { plan, damage: survey.damage.named, posts, refused, banned: survey.banned };
  } finally {
    await source.close();
  }
}

/** The post as it is read back from the table, where the time of the import replaces an unknown time of deletion. */
export function asStored(board: string, { fields, deletion }: PostObservation): Omit<StoredPost, 'rev'> {
  const asagi = fields.extra?.['asagi'] as { times?: unknown; flags?: readonly string[] } | undefined;
  const { num, subnum, thread, opener, name, subject, tripcode, email, capcode, country, posterid, comment } = fields;
  return {
    board,
    num,
    subnum,
    thread,
    opener,
    name,
    subject,
    tripcode,
    email,
    capcode,
    country,
    posterid,
    comment,
    utc: fields.timePosted.getTime() / 1e3,
    deleted: deletion === undefined ? null : (deletion.time ?? new Date()).getTime() / 1e3,
    media_hash: fields.mediaHash && Buffer.from(fields.mediaHash).toString('base64'),
    media_name: fields.mediaName,
    media_type: fields.mediaType,
    media_time: fields.mediaTime,
    media_size: fields.mediaSize,
    uncertain: asagi?.times !== undefined,
    flags: asagi?.flags ?? [],
    extra: fields.extra,
  };
}
