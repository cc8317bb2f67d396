/** The files of a post. A post with several is a list of posts that differ in `file`, so whatever shows a file takes such a post. */
import type { File, Post } from '../../../mappings/contract/post.ts';
import { postKey } from './hidden-posts.ts';

/** A post with one of its files. */
export type FilePost<P extends Post = Post> = P & {
  readonly file: File;
  /** The place of an additional file; absent for the first. */
  readonly filePlace?: number;
};

const known = new WeakMap<Post, readonly FilePost[]>();

/** The post once for each of its files, in their order; always the same objects for the same post. */
export function filesOf<P extends Post>(post: P): readonly FilePost<P>[] {
  if (post.extra_files === undefined) return post.file === null ? [] : [post as FilePost<P>];
  const files = known.get(post) ?? separated(post);
  known.set(post, files);
  return files as readonly FilePost<P>[];
}

function separated(post: Post): readonly FilePost[] {
  const first = post.file === null ? [] : [{ ...post, file: post.file }];
  const others = (post.extra_files ?? []).map((file) => ({
    ...post,
    file,
    filePlace: file.place,
    time_deleted_file: file.time_deleted,
  }));
  return [...first, ...others];
}

/** The key of the post for its first file. */
export function fileKey(post: Post & { readonly filePlace?: number }): string {
  return post.filePlace === undefined ? postKey(post) : `${postKey(post)}#${post.filePlace}`;
}
