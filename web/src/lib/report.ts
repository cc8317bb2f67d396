/** The report that the reader is writing, about one post. */
import type { Post } from '../../../mappings/contract/post.ts';
import { createStore, useStore } from './store.ts';

const reported = createStore<Post | null>(null);

export function useReported(): Post | null {
  return useStore(reported);
}

export function openReport(post: Post): void {
  reported.write(post);
}

export function closeReport(): void {
  reported.write(null);
}
