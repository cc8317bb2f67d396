import { useEffect, useState } from 'react';
import type { Post } from '../../../../mappings/contract/post.ts';
import { postAnchor } from '../../lib/addresses.ts';

export interface Unseen {
  readonly first: string;
  readonly count: number;
}

/** The posts whose keys are not in `seen`. */
export function unreadPosts(posts: readonly Post[], seen: ReadonlySet<string>): Unseen | null {
  const unseen = posts.filter((post) => !seen.has(postAnchor(post.num, post.subnum)));
  const first = unseen[0];
  return first === undefined ? null : { first: postAnchor(first.num, first.subnum), count: unseen.length };
}

/** Counts posts that arrived while the page was open, until the reader reaches the end of the page. */
export function useUnreadPosts(posts: readonly Post[]): readonly [Unseen | null, () => void] {
  const [seen, setSeen] = useState<ReadonlySet<string>>(() => anchorsOf(posts));
  const unseen = unreadPosts(posts, seen);
  const any = unseen !== null;
  useEffect(() => {
    if (!any) return undefined;
    const atEnd = () => {
      const { scrollHeight, scrollTop, clientHeight } = document.documentElement;
      if (scrollTop + clientHeight >= scrollHeight - 40) setSeen(anchorsOf(posts));
    };
    document.addEventListener('scroll', atEnd, { passive: true });
    return () => document.removeEventListener('scroll', atEnd);
  }, [any, posts]);
  return [unseen, () => setSeen(anchorsOf(posts))];
}

function anchorsOf(posts: readonly Post[]): ReadonlySet<string> {
  return new Set(posts.map((post) => postAnchor(post.num, post.subnum)));
}
