/** Deletes or bans the files of a bulk action's posts. */
import type { Board } from '../../../mappings/board.ts';
import { moderateFilesIn } from '../files.ts';
import { inModeration } from '../in-moderation.ts';
import type { ModerationServices } from '../moderate-across-boards.ts';
import type { ChosenPost } from './choose-posts.ts';
import * as sql from './sql.ts';
import { numbersOf } from '../../../mappings/post.ts';

interface FileChange {
  readonly id: number;
  readonly action: 'delete_file' | 'ban_file';
  readonly board: Board;
  readonly posts: readonly ChosenPost[];
  readonly reason: string;
  readonly secret: string | null;
}

/**
 * Runs in one transaction, and records each post in the audit log. A file stays if it is also shown on a board that the account does
 * not moderate; posts without another removed file then leave the action. Returns the number of posts whose file was removed.
 */
export async function changeFiles(
  { pool, removals }: Pick<ModerationServices, 'pool' | 'removals'>,
  { id, action, board, posts, reason, secret }: FileChange,
): Promise<number> {
  return inModeration(pool, secret, { copy: null, log: removals }, async (client, outside) => {
    const done: ChosenPost[] = [];
    for (const post of posts) {
      const moderation = { action: action === 'ban_file' ? 'ban' : 'delete', board, post, reason } as const;
      if ((await moderateFilesIn(client, moderation, outside)).includes('done')) done.push(post);
    }
    await client.query(sql.NOTE_DONE, [id, board.id, ...numbersOf(done)]);
    await client.query(sql.FORGET_UNCHANGED, [id, board.id, ...numbersOf(posts)]);
    return done.length;
  });
}
