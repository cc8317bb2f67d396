/** Removes banned files from posts of documents, which do not show bans since they were indexed. */
import type { StoredFile } from '../../mappings/file-fields.ts';
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
  const marked = <F extends StoredFile>(file: F): F =>
    hashesOfFile(file).some((hash) => banned.has(hash)) ? { ...file, fileState: BANNED } : file;
  return posts.map((post) => {
    const { extraFiles, ...first } = marked(post);
    return { ...first, ...(extraFiles !== undefined && { extraFiles: extraFiles.map(marked) }) };
  });
}

function hashesOf(post: Post): string[] {
  return [post, ...(post.extraFiles ?? [])].flatMap(hashesOfFile);
}

function hashesOfFile({ mediaHash, mediaHashSrc }: StoredFile): string[] {
  return [mediaHash, mediaHashSrc].flatMap((hash) => (hash === null ? [] : [Buffer.from(hash).toString('hex')]));
}
