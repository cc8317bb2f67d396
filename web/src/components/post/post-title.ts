import type { Post } from '../../../../mappings/contract/post.ts';
import { titleOfOpening } from '../../../../mappings/thread-title.ts';
import { fullName } from '../../lib/media-kind.ts';
import { postNumber } from './post-head.tsx';

interface TitledPost extends Pick<Post, 'subject' | 'tokens' | 'file' | 'num' | 'subnum'> {
  /** Hits have the title of their thread. */
  readonly thread_title?: string | null;
}

/** The title of a post with a file among posts of several threads: its own, else its thread's, else its file's name, else its number. */
export function postTitle(post: TitledPost): string {
  const fileName = post.file === null ? null : fullName(post.file);
  return titleOfOpening(post) ?? post.thread_title ?? fileName ?? postNumber(post);
}
