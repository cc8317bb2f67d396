/**
 * A post as the 4chan API has it: what `scraper/sources/four-chan/post.ts` read, the other way round. Fields that have no
 * column come back from `extra` as they came. What the source said although it says nothing ('' and 0) does not come back.
 */
import { escapeHtml } from '../html.ts';
import type { Post } from '../../../mappings/post.ts';
import { newYorkTime } from './new-york-time.ts';

export type FourChanPost = Readonly<Record<string, unknown>> & { readonly no: number; readonly resto: number };

const CAPCODES: Readonly<Record<string, string>> = {
  M: 'mod',
  A: 'admin',
  D: 'developer',
  G: 'manager',
  F: 'founder',
  V: 'verified',
};

/** Names of ours in `extra`, which the API has no word for. */
const OURS = new Set(['exif', 'oekaki']);

export function fourChanPost(post: Post): FourChanPost {
  return {
    no: post.num,
    resto: post.opener ? 0 : post.thread,
    ...stateOf(post),
    now: newYorkTime(post.timePosted),
    time: Math.floor(post.timePosted.getTime() / 1000),
    ...texts(post),
    ...fileOf(post),
    ...extraOf(post),
  };
}

function stateOf(post: Post) {
  const isArchived = post.timeArchived !== null;
  return {
    ...(post.sticky === true && { sticky: 1 }),
    // An archived thread is closed at the source.
    ...((post.closed === true || isArchived) && { closed: 1 }),
    ...(isArchived && { archived: 1, archived_on: Math.floor(post.timeArchived.getTime() / 1000) }),
    ...(post.opener && post.replies !== null && { replies: post.replies }),
    ...(post.posters !== null && { unique_ips: post.posters }),
  };
}

function texts(post: Post) {
  const isTroll = post.country?.startsWith('troll:') === true;
  return present({
    name: escaped(post.name),
    trip: post.tripcode,
    id: post.posterid === 'Dev' && post.capcode === 'D' ? 'Developer' : post.posterid,
    capcode: post.capcode === null ? null : (CAPCODES[post.capcode] ?? post.capcode.toLowerCase()),
    country: isTroll ? null : post.country,
    email: escaped(post.email),
    sub: escaped(post.subject),
    com: post.comment,
  });
}

function fileOf(post: Post) {
  const file = present({
    tim: post.mediaTime,
    filename: escaped(post.mediaName),
    ext: post.mediaType === null ? null : `.${post.mediaType}`,
    md5: post.mediaHash === null ? null : Buffer.from(post.mediaHash).toString('base64'),
    fsize: post.mediaSize,
    w: post.mediaDimsSrcW,
    h: post.mediaDimsSrcH,
    tn_w: post.mediaDimsThbW,
    tn_h: post.mediaDimsThbH,
  });
  return {
    ...file,
    ...(post.spoiler && { spoiler: 1 }),
    // What was stored of a file before it went is still told.
    ...(post.timeDeletedFile !== null && { filedeleted: 1 }),
  };
}

function extraOf({ extra }: Post): Record<string, unknown> {
  return Object.fromEntries(Object.entries(extra ?? {}).filter(([name]) => !OURS.has(name)));
}

function present(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

function escaped(text: string | null): string | null {
  return text === null ? null : escapeHtml(text);
}
