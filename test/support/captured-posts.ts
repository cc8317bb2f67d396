/** The posts in captured documents, if SAGASU_CAPTURES names their folder. */
import { existsSync } from 'node:fs';
import type { Post } from '../../mappings/post.ts';
import { emptyPost } from '../unit/server/posts.ts';
import { readCaptures } from './capture-report.ts';

const FOLDER = process.env['SAGASU_CAPTURES'] ?? '';

/** Posts of one board, numbered from 1. */
export function capturedPosts(): readonly Post[] {
  const posts = existsSync(FOLDER)
    ? readCaptures(FOLDER).flatMap((line) => line.posts.map(({ fields }) => fields))
    : [];
  return posts.map((fields, place): Post => {
    const num = place + 1;
    return { ...emptyPost, ...fields, extraFiles: [], board: 'captured', num, subnum: 0, thread: num, rev: num };
  });
}
