/** What a copy of a living thread says of posts and files that it leaves out, in the transaction that stores the copy. */
import type pg from 'pg';
import { prepared } from '../../platform/postgres.ts';
import type { ThreadAnswer } from '../store/write-thread.ts';
import { noteFiles } from './note-files.ts';
import { least, notePosts, type NotedPosts } from './note-posts.ts';
import { SELECT_KNOWN, type KnownRow } from './sql.ts';

/** Under the thread's lock, with the answer's posts written. */
export async function noteMissing(client: pg.PoolClient, answer: ThreadAnswer): Promise<NotedPosts> {
  const { board, thread } = answer;
  const withoutFile = thread.posts.filter(
    ({ fields, fileDeleted }) => !fileDeleted && fields.mediaTime === null && fields.mediaHash === null,
  );
  const fileless = withoutFile.map(({ fields }) => fields.num);
  const nums = thread.posts.map(({ fields }) => fields.num);
  const { rows } = await client.query<KnownRow>(prepared(SELECT_KNOWN, [board.id, thread.num, nums, fileless]));
  const known = Map.groupBy(rows, ({ kind }) => kind);
  const noted = await notePosts(client, answer, known.get('post') ?? []);
  const filesRev = await noteFiles(client, answer, known.get('file') ?? [], new Set(fileless));
  return { ...noted, minRev: least(noted.minRev, filesRev) };
}
