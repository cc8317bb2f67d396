/** The values of a post that filters look at. */
import type { Post } from '../../../../mappings/contract/post.ts';
import { escapePattern, type FilterType } from './syntax.ts';

/** The fields of a post that filters compare. */
export interface FilteredPost {
  readonly key: string;
  readonly board: string;
  readonly isOpener: boolean;
  readonly hasFile: boolean;
  readonly values: Readonly<Partial<Record<FilterType, readonly string[]>>>;
}

export function filteredPost(post: Post, key: string): FilteredPost {
  return {
    key,
    board: post.board.toLowerCase(),
    isOpener: post.opener,
    hasFile: post.file !== null,
    values: valuesOf(post),
  };
}

const some = (value: string | number | null) => (value === null ? [] : [String(value)]);

function valuesOf(post: Post): FilteredPost['values'] {
  const files = [...(post.file === null ? [] : [post.file]), ...(post.extra_files ?? [])];
  return {
    postID: some(post.num),
    name: some(post.name ?? 'Anonymous'),
    uniqueID: some(post.posterid),
    tripcode: some(post.tripcode),
    capcode: some(post.capcode),
    email: some(post.email),
    pass: some(post.since4pass),
    subject: some(post.subject),
    comment: some(post.comment),
    flag: some(post.country),
    filename: files.flatMap(({ name, type }) => (name === null ? [] : [`${name}${type === null ? '' : `.${type}`}`])),
    dimensions: files.flatMap(({ width, height }) => (width === null || height === null ? [] : [`${width}x${height}`])),
    filesize: files.flatMap(({ size }) => (size === null ? [] : [`${Math.round(size / 1024)} KB`])),
    MD5: files.flatMap(({ md5 }) => some(md5)),
  };
}

/** The types that a post's menu offers, where the post has a value. */
const OFFERED = ['name', 'tripcode', 'uniqueID', 'subject', 'filename', 'MD5'] as const satisfies readonly FilterType[];
export type OfferedType = (typeof OFFERED)[number];

/** The filters that hide posts with a value of this post. */
export function offeredFilters(post: Post): readonly { readonly type: OfferedType; readonly line: string }[] {
  const values = valuesOf(post);
  return OFFERED.flatMap((type) => {
    const [value] = values[type] ?? [];
    // The name of those who give none is on most posts of an imageboard.
    if (value === undefined || (type === 'name' && value === 'Anonymous')) return [];
    // An ID belongs to its board.
    const boards = type === 'uniqueID' ? `boards:${post.board.toLowerCase()};` : '';
    return [{ type, line: `/${patternOf(type, value)}/;type:${type};${boards}` }];
  });
}

function patternOf(type: FilterType, value: string): string {
  return type === 'MD5' || type === 'uniqueID' ? value : `^${escapePattern(value)}$`;
}
