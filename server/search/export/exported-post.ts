import type { Post } from '../../../mappings/post.ts';
import type { ExportRow } from '../../contract/export.ts';
import { presentPost } from '../../posts/present.ts';

export interface ExportedPost {
  readonly post: Post;
  readonly mediaUrl: string;
  readonly threadSubject: string | null;
  /** From where an export that ends after this post can go on; null where it cannot. */
  readonly position: readonly number[] | null;
}

export function toExportRow({ post, mediaUrl, threadSubject }: ExportedPost): ExportRow {
  return { ...presentPost(post, mediaUrl), thread_subject: threadSubject };
}
