/** Posts that the reader marked as written by themself, kept in this browser. */
import { postKey } from './hidden-posts.ts';
import { readPreferenceList, savePreferenceList } from './preferences.ts';

export const OWN_POSTS = 'own-posts';
/** Storage is small: the oldest entries are dropped. */
const MAX_KEPT = 1000;

interface PostName {
  readonly board: string;
  readonly num: number;
  readonly subnum: number;
}

export function isOwnPost(post: PostName): boolean {
  return readPreferenceList(OWN_POSTS).includes(postKey(post));
}

export function markOwnPost(post: PostName, isOwn: boolean): void {
  const key = postKey(post);
  const others = readPreferenceList(OWN_POSTS).filter((other) => other !== key);
  savePreferenceList(OWN_POSTS, isOwn ? [...others, key].slice(-MAX_KEPT) : others);
}

export function forgetOwnPosts(): void {
  savePreferenceList(OWN_POSTS, []);
}
