/** Removes banned files from posts of documents, which do not show bans since they were indexed. */
import type { Post } from '../../mappings/post.ts';
import type { Visibility } from './visible-posts.ts';

const BANNED: NonNullable<Post['fileState']> = {
  status: 'banned',
  imageId: null,
  thumb: null,
  drawn: null,
  drawnSize: null,
  replay: null,
  isDescribed: false,
};

/** The posts of documents, without the fields of banned files that must not be shown. @throws UnavailableError */
export async function withoutBannedFiles(visibility: Visibility, posts: readonly Post[]): Promise<Post[]> {
  const banned = await visibility.bannedAmong([...new Set(posts.flatMap(hashesOf))]);
  return posts.map((post) => (hashesOf(post).some((hash) => banned.has(hash)) ? { ...post, fileState: BANNED } : post));
}

function hashesOf({ mediaHash, mediaHashSrc }: Post): string[] {
  return [mediaHash, mediaHashSrc].flatMap((hash) => (hash === null ? [] : [Buffer.from(hash).toString('hex')]));
}
