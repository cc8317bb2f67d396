/** The viewer shows files over the whole window. The arrow keys walk the files of the page below it. */
import { useEffect } from 'react';
import type { Post } from '../../../mappings/contract/post.ts';
import { hiddenPosts, postKey } from './hidden-posts.ts';
import { shownFile } from './media-kind.ts';
import { createStore, useStore } from './store.ts';

export interface Viewed {
  readonly posts: readonly Post[];
  readonly at: number;
}

const viewed = createStore<Viewed | null>(null);
let pageFiles: readonly Post[] = [];

/** Makes the files of these posts those of the page, in this order. */
export function usePageFiles(posts: readonly Post[]): void {
  useEffect(() => {
    pageFiles = posts;
    return () => {
      if (pageFiles === posts) pageFiles = [];
    };
  }, [posts]);
}

export function useViewed(): Viewed | null {
  return useStore(viewed);
}

/** Opens the viewer at the file of this post, which may not be among those of the page. */
export function openViewer(post: Post): void {
  viewed.write(viewedAt(pageFiles, post, hiddenPosts()));
}

/** Opens the viewer at the post with this key, if it is on the page and has a file to show. */
export function openViewerAt(key: string): void {
  const post = pageFiles.find((other) => postKey(other) === key);
  if (post !== undefined && isViewable(post)) openViewer(post);
}

export function moveViewer(at: number): void {
  const now = viewed.read();
  if (now !== null && now.posts[at] !== undefined) viewed.write({ ...now, at });
}

export function closeViewer(): void {
  viewed.write(null);
}

/** The files to walk through: those that pages can show, without those of hidden posts. */
export function viewedAt(posts: readonly Post[], post: Post, hidden: ReadonlySet<string>): Viewed {
  const walked = posts.filter((other) => isViewable(other) && !hidden.has(postKey(other)));
  const at = walked.findIndex((other) => postKey(other) === postKey(post));
  return at === -1 ? { posts: [post], at: 0 } : { posts: walked, at };
}

/** Whether the post has a file that pages can show. */
export function isViewable(post: Post): boolean {
  return post.file !== null && post.time_deleted_file === null && shownFile(post.file) !== null;
}
