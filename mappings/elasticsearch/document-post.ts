import type { Post } from '../post.ts';
import type { DocumentRest } from './post-document.ts';

/** The `_source` of a document made by `toPostDocument`, parsed from JSON. */
export interface PostSource {
  readonly board: string;
  readonly num: number;
  readonly subnum: number;
  readonly rev: number;
  readonly state: string;
  readonly [field: string]: unknown;
}

/**
 * Returns the post that a document was made of, for answers from Elasticsearch alone. It equals the row, but that
 * empty texts are null. Returns null for the stub of a purged post.
 */
export function postOfDocument(source: PostSource): Post | null {
  const rest = source['rest'] as DocumentRest | undefined;
  if (source.state === 'purged' || rest === undefined) return null;
  const text = (field: string) => (source[field] as string | undefined) ?? null;
  const number = (field: string) => (source[field] as number | undefined) ?? null;
  const flag = (field: string) => (source[field] as boolean | undefined) ?? null;
  const time = (field: string) => toDate(source[field] as number | undefined);
  const bytes = (field: string, encoding: 'base64' | 'hex') => toBytes(source[field] as string | undefined, encoding);
  return {
    board: source.board,
    num: source.num,
    subnum: source.subnum,
    thread: source['thread'] as number,
    opener: source['opener'] as boolean,
    timePosted: new Date(source['time_posted'] as number),
    timeModified: new Date(source['time_modified'] as number),
    timeDeletedPost: time('time_deleted_post'),
    timeDeletedFile: time('time_deleted_file'),
    timeArchived: time('time_archived'),
    timeBumped: toDate(rest.time_bumped),
    name: text('name'),
    tripcode: text('tripcode'),
    capcode: text('capcode'),
    posterid: text('posterid'),
    country: text('country'),
    email: text('email'),
    subject: rest.subject ?? text('subject'),
    comment: rest.comment ?? text('comment'),
    mediaTime: rest.media_time ?? null,
    mediaHash: bytes('media_hash', 'base64'),
    mediaHashSrc: bytes('media_hash_src', 'hex'),
    mediaHashThb: toBytes(rest.media_hash_thb, 'hex'),
    mediaName: rest.media_name ?? text('media_name'),
    mediaType: text('media_type'),
    mediaSize: number('media_size'),
    mediaDimsSrcW: number('media_dims_src_w'),
    mediaDimsSrcH: number('media_dims_src_h'),
    mediaDimsThbW: rest.media_dims_thb_w ?? null,
    mediaDimsThbH: rest.media_dims_thb_h ?? null,
    spoiler: source['spoiler'] as boolean,
    sticky: flag('sticky'),
    closed: flag('closed'),
    posters: number('posters'),
    replies: number('replies'),
    images: number('images'),
    hidden: source.state === 'hidden',
    timePurged: null,
    extra: rest.extra ?? null,
    rev: source.rev,
  };
}

function toDate(time: number | undefined): Date | null {
  return time === undefined ? null : new Date(time);
}

function toBytes(text: string | undefined, encoding: 'base64' | 'hex'): Uint8Array | null {
  return text === undefined ? null : Buffer.from(text, encoding);
}
