/**
 * The viewer shows files over the whole window. Arrow keys move through the files of the page below it. While it is open it has its own
 * history entry, so that Back closes it, which is how people close a picture on a phone.
 */
import { useEffect } from 'react';
import type { Post } from '../../../mappings/contract/post.ts';
import { hiddenPosts, postKey } from './hidden-posts.ts';
import { fileKey, filesOf, type FilePost } from './post-files.ts';
import { shownFile } from './media-kind.ts';
import { createStore, useStore } from './store.ts';

/** Loads the posts of the page after this one. */
export type MorePosts = () => Promise<{
  readonly posts: readonly Post[];
  /** null: there are none after these. */
  readonly more: MorePosts | null;
}>;

export interface Viewed {
  /** One for each file. */
  readonly posts: readonly FilePost[];
  readonly at: number;
  /** null: the last file is the end. */
  readonly more: MorePosts | null;
  /** State of the request for more files. */
  readonly state: 'idle' | 'loading' | 'failed';
}

const viewed = createStore<Viewed | null>(null);
let pageFiles: readonly FilePost[] = [];
let moreOfPage: MorePosts | null = null;
/** A post whose file was requested by key before its page was hydrated, and that page. */
let requested: { readonly key: string; readonly path: string } | null = null;
/** The viewer was closed, but the browser has not left its entry yet. */
let isLeaving = false;

/** Makes the files of these posts those of the page, in this order, before those of `more`. After a reload the viewer opens again. */
export function usePageFiles(posts: readonly Post[], more: MorePosts | null = null): void {
  useEffect(() => {
    const files = posts.flatMap(filesOf);
    pageFiles = files;
    moreOfPage = more;
    showEntry();
    if (requested?.path === window.location.pathname) openViewerAt(requested.key);
    requested = null;
    return () => {
      if (pageFiles !== files) return;
      pageFiles = [];
      moreOfPage = null;
    };
  }, [posts, more]);
}

export function useViewed(): Viewed | null {
  return useStore(viewed);
}

/** Opens the viewer at the file of this post, which may not be among those of the page. */
export function openViewer(post: FilePost): void {
  show(post);
  writeEntry(fileKey(post), viewerOf(window.history.state) === null ? 'pushState' : 'replaceState');
}

/**
 * Opens the viewer at the post with this key, if it is on the page and has a file to show. On a page that is not hydrated yet it opens
 * afterwards.
 */
export function openViewerAt(key: string): void {
  const post = pageFiles.find((other) => postKey(other) === key && isViewable(other));
  if (post !== undefined) openViewer(post);
  else if (pageFiles.length === 0) requested = { key, path: window.location.pathname };
}

export function moveViewer(at: number): void {
  const now = viewed.read();
  const post = now?.posts[at];
  if (now === null || post === undefined) return;
  viewed.write({ ...now, at });
  writeEntry(fileKey(post), 'replaceState');
}

/** Closes the viewer and leaves its entry in the history. */
export function closeViewer(): void {
  if (viewed.read() === null) return;
  viewed.write(null);
  if (viewerOf(window.history.state) === null) return;
  isLeaving = true;
  window.history.back();
}

/** Closes the viewer for another page, which replaces its entry. */
export function leaveViewer(): void {
  viewed.write(null);
}

/**
 * Back closes the viewer, and Forward opens it again. Must listen before the router, for which both entries are the same page.
 * `pageEntry`: the router's name for the history entry of the page.
 */
export function watchViewerHistory(pageEntry: () => unknown): void {
  window.addEventListener(
    'popstate',
    (event) => {
      const wasOpen = viewed.read() !== null || isLeaving;
      isLeaving = false;
      const isSamePage = entryOf(event.state) === pageEntry();
      viewed.write(null);
      if (!isSamePage || !(wasOpen || viewerOf(event.state) !== null)) return;
      event.stopImmediatePropagation();
      showEntry();
    },
    { capture: true },
  );
}

/** Shows the file of the history entry, if it is on the page. */
function showEntry(): void {
  const key = isLeaving || viewed.read() !== null ? null : viewerOf(window.history.state);
  const post = key === null ? undefined : pageFiles.find((other) => fileKey(other) === key);
  if (post !== undefined && isViewable(post)) show(post);
}

function show(post: FilePost): void {
  const found = viewedAt(pageFiles, post, hiddenPosts());
  // A file that is not among those of the page, such as one in a preview, is shown alone.
  const isOfPage = pageFiles.some((other) => fileKey(other) === fileKey(post));
  viewed.write({ ...found, more: isOfPage ? moreOfPage : null, state: 'idle' });
}

/** Changes what the open viewer shows. */
export function changeViewer(change: (now: Viewed) => Viewed): void {
  const now = viewed.read();
  if (now !== null) viewed.write(change(now));
}

export function readViewer(): Viewed | null {
  return viewed.read();
}

/** The router has replaced the methods of `history` by its own, which load a page. */
function writeEntry(key: string, method: 'pushState' | 'replaceState'): void {
  const state: unknown = window.history.state;
  History.prototype[method].call(window.history, { ...(isObject(state) ? state : {}), viewer: key }, '');
}

/** The post whose file the viewer shows at this entry; null for an entry without it. */
function viewerOf(state: unknown): string | null {
  return isObject(state) && typeof state['viewer'] === 'string' ? state['viewer'] : null;
}

function entryOf(state: unknown): unknown {
  return isObject(state) ? state['__TSR_key'] : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Those of the files that the arrow keys move through, and the place of the post's. */
export function viewedAt(
  posts: readonly FilePost[],
  post: FilePost,
  hidden: ReadonlySet<string>,
): Pick<Viewed, 'posts' | 'at'> {
  const walked = walkedOf(posts, hidden);
  const at = walked.findIndex((other) => fileKey(other) === fileKey(post));
  return at === -1 ? { posts: [post], at: 0 } : { posts: walked, at };
}

/** The files that pages can show, without those of hidden posts. */
export function walkedOf(posts: readonly FilePost[], hidden: ReadonlySet<string>): readonly FilePost[] {
  return posts.filter((other) => isViewable(other) && !hidden.has(postKey(other)));
}

/** Whether the post has a file that pages can show. */
export function isViewable(post: Post): boolean {
  return post.file !== null && post.time_deleted_file === null && shownFile(post.file) !== null;
}
