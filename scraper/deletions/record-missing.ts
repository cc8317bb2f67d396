/** What a copy of a living thread says of posts and files that it leaves out, in the transaction that stores the copy. */
import type pg from 'pg';
import { prepared } from '../../platform/postgres.ts';
import type { ThreadAnswer } from '../store/write-thread.ts';
import { recordMissingFiles } from './record-files.ts';
import { least, recordMissingPosts, type RecordedMissing } from './record-posts.ts';
import { SELECT_KNOWN, type KnownRow } from './sql.ts';

/** Under the thread's lock, with the answer's posts written. */
export async function recordMissing(client: pg.PoolClient, answer: ThreadAnswer): Promise<RecordedMissing> {
  const known = Map.groupBy(await readKnown(client, answer), ({ kind }) => kind);
  const noted = await recordMissingPosts(client, answer, known.get('post') ?? []);
  const filesRev = await recordMissingFiles(client, answer, known.get('file') ?? [], new Set(filelessOf(answer)));
  return { ...noted, minRev: least(noted.minRev, filesRev) };
}

async function readKnown(client: pg.PoolClient, answer: ThreadAnswer): Promise<readonly KnownRow[]> {
  const { board, thread } = answer;
  const nums = thread.posts.map(({ fields }) => fields.num);
  const values = [board.id, thread.num, nums, filelessOf(answer)];
  return (await client.query<KnownRow>(prepared(SELECT_KNOWN, values))).rows;
}

/** Posts that came without a file and do not say that they had one. */
export function filelessOf({ thread }: Pick<ThreadAnswer, 'thread'>): readonly number[] {
  return thread.posts
    .filter(({ fields, fileDeleted }) => !fileDeleted && fields.mediaTime === null && fields.mediaHash === null)
    .map(({ fields }) => fields.num);
}
