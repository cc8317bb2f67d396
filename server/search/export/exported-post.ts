import type { Post } from '../../../mappings/post.ts';
import type { ExportRow } from '../../../mappings/contract/export.ts';
import { presentPost } from '../../posts/present.ts';

export interface ExportedPost {
  readonly post: Post;
  readonly mediaUrl: string;
  readonly threadSubject: string | null;
  /** Hits of its thread; null where hits are not grouped. */
  readonly threadHits: number | null;
  /** From where an export that ends after this post can go on; null where it cannot. */
  readonly position: readonly number[] | null;
}

export function toExportRow({ post, mediaUrl, threadSubject, threadHits }: ExportedPost): ExportRow {
  const group = threadHits === null ? null : { hits: threadHits };
  return { ...presentPost(post, mediaUrl), thread_subject: threadSubject, group };
}
