/** Words of visible posts that begin with a written text, most frequent first. The newest posts stand for all. */
import { commentPlainText } from '../../../mappings/comment/plain-text.ts';
import { parseComment } from '../../../mappings/comment/parse.ts';
import type { Post } from '../../../mappings/post.ts';
import type { RequestContext } from '../../limits/request-context.ts';
import type { SearchContext } from '../context.ts';
import { allOfNodes, boards as onBoards, is, words } from '../language/build.ts';
import type { Node } from '../language/tree.ts';
import { newestPosts } from './newest-posts.ts';
import { continuesInside, isLongEnough, wordsInTexts } from './words-in-texts.ts';

export interface SoughtWord {
  /** Where the word is searched. */
  readonly field: 'any' | 'subject' | 'comment';
  readonly isOfOpener: boolean;
  readonly written: string;
  /** null: all listed boards. */
  readonly boards: readonly string[] | null;
}

export interface FoundWord {
  readonly word: string;
  /** null: only the newest posts with the word were read. */
  readonly count: number | null;
}

/** Newest posts with such a word that are read. Counting the words in the index would double the time. */
const READ = 20;

/** Empty for a text that is too short, and when a store is unavailable or too slow. */
export async function wordsBeginningWith(
  context: SearchContext,
  sought: SoughtWord,
  request: RequestContext,
): Promise<readonly FoundWord[]> {
  const { field, isOfOpener, written, boards } = sought;
  if (!isLongEnough(written)) return [];
  const conditions = [...conditionsOn(boards), ...(isOfOpener ? [is('op')] : [])];
  const root = allOfNodes([...conditions, words(field, written, !continuesInside(written))]);
  const { posts, isWhole } = await newestPosts(context, root, READ, request);
  const found = wordsInTexts(
    posts.map(({ post }) => textsOf(post, field)),
    written,
  );
  return found.map(({ word, posts: count }) => ({ word, count: isWhole ? count : null }));
}

/** `names`: null for all listed boards. */
export function conditionsOn(names: readonly string[] | null): readonly Node[] {
  return names === null ? [] : [onBoards(names)];
}

function textsOf({ subject, comment }: Post, field: SoughtWord['field']): readonly string[] {
  const plain = comment === null || field === 'subject' ? '' : commentPlainText(parseComment(comment).tokens);
  return field === 'comment' ? [plain] : [subject ?? '', plain];
}
