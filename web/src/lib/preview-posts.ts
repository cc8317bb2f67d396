/** The posts that parts of the page have at hand for previews of quoted ones; others are asked for. */
import { useEffect } from 'react';
import type { Post } from '../../../mappings/contract/post.ts';

const lists = new Set<readonly Post[]>();

/** Makes these posts known while the component is shown. */
export function usePreviewPosts(posts: readonly Post[]): void {
  useEffect(() => {
    lists.add(posts);
    return () => {
      lists.delete(posts);
    };
  }, [posts]);
}

/** The post of the source with this number, if any part of the page has it. */
export function postAtHand(board: string, num: number): Post | undefined {
  for (const posts of lists) {
    const post = posts.find((other) => other.num === num && other.board === board && other.subnum === 0);
    if (post !== undefined) return post;
  }
  return undefined;
}
