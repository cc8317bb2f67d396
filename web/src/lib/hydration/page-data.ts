/** The data of a rendered page: the answers of its requests, without the texts of comments that are in its HTML. */
import { commentPlainText } from '../../../../mappings/comment/plain-text.ts';
import type { CommentToken } from '../../../../mappings/comment/tokens.ts';
import type { Post } from '../../../../mappings/contract/post.ts';
import { postKey } from '../hidden-posts.ts';
import { type Outline, outlineOf, splitText, survivesHtml, tokensOf } from './comment-outline.ts';
import type { ShownPart } from './render-record.ts';

export interface PageData {
  readonly language: string;
  readonly queries: readonly (readonly [key: readonly unknown[], data: unknown])[];
}

/** Replaces the name of the history entry, which is part of some keys. */
export const ENTRY = '(entry)';

/** The id of the element with the data. */
export const PAGE_DATA = 'page-data';

type Json = Readonly<Record<string, unknown>>;
type PostParts = Pick<Post, 'board' | 'num' | 'subnum' | 'comment' | 'tokens'>;

/** A post in the data. `comment` is made from the tokens; `body` replaces tokens whose texts are in the HTML. */
interface BodyOutline {
  readonly outline: Outline;
  /** Characters in the HTML. */
  readonly shown: number;
  readonly before?: string;
  readonly after?: string;
}

export function withoutTexts(value: unknown, comments: ReadonlyMap<string, ShownPart>): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutTexts(item, comments));
  if (typeof value !== 'object' || value === null) return value;
  if (isPost(value)) return postWithoutTexts(value, comments);
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withoutTexts(item, comments)]));
}

function postWithoutTexts(post: PostParts, comments: ReadonlyMap<string, ShownPart>): unknown {
  const { comment, tokens, ...rest } = post;
  if (comment !== commentPlainText(tokens)) return post;
  const part = comments.get(postKey(post)) ?? null;
  if (part === null || !survivesHtml(tokens)) return { ...rest, tokens };
  const { before, shown, after } = splitText(tokens, part);
  const body: BodyOutline = {
    outline: outlineOf(tokens),
    shown: shown.length,
    ...(before !== '' && { before }),
    ...(after !== '' && { after }),
  };
  return { ...rest, body };
}

/** The inverse. `shownText`: returns the texts of a post's comment in the HTML. @throws RangeError if they do not match the data. */
export function withTexts(value: unknown, shownText: (post: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => withTexts(item, shownText));
  if (typeof value !== 'object' || value === null) return value;
  const object = value as Json;
  if (isOutlined(object)) {
    const { body, ...rest } = object;
    const shown = shownText(postKey(object));
    if (shown.length !== body.shown) throw new RangeError(`the page shows another comment of ${postKey(object)}`);
    const tokens = tokensOf(body.outline, `${body.before ?? ''}${shown}${body.after ?? ''}`);
    return { ...rest, comment: commentPlainText(tokens), tokens };
  }
  if (isBare(object)) return { ...object, comment: commentPlainText(object.tokens) };
  return Object.fromEntries(Object.entries(object).map(([name, item]) => [name, withTexts(item, shownText)]));
}

function isPost(value: object): value is PostParts {
  return 'comment' in value && typeof value.comment === 'string' && isBare({ ...value, comment: undefined });
}

function isBare(value: Json): value is Json & { readonly tokens: readonly CommentToken[] } {
  return (
    Array.isArray(value['tokens']) &&
    value['comment'] === undefined &&
    typeof value['board'] === 'string' &&
    typeof value['num'] === 'number' &&
    typeof value['subnum'] === 'number'
  );
}

function isOutlined(value: Json): value is Json & PostParts & { readonly body: BodyOutline } {
  const body = value['body'];
  return typeof body === 'object' && body !== null && 'outline' in body;
}
