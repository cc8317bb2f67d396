/**
 * A post in the 4chan API, the inverse of `scraper/sources/four-chan/post.ts`. Fields without a column come from `extra`, as the source
 * sent them. Empty values of the source ('' and 0) are not stored, and so not sent.
 */
import { base64Of } from '../../posts/present.ts';
import { escapeHtml } from '../../../mappings/comment/print-html.ts';
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

/** Names in `extra` that are not the source's. */
const OWN_NAMES = new Set(['exif', 'oekaki']);

export function fourChanPost(post: Post): FourChanPost {
  // Field by field, in the order of the API: spreading small objects took longer than the rest of a post.
  const json: Fields = { no: post.num, resto: post.opener ? 0 : post.thread };
  addState(json, post);
  json['now'] = newYorkTime(post.timePosted);
  json['time'] = seconds(post.timePosted);
  addTexts(json, post);
  addFile(json, post);
  return post.extra === null ? json : { ...json, ...extraOf(post.extra) };
}

type Fields = { readonly no: number; readonly resto: number } & Record<string, unknown>;

function addState(json: Fields, post: Post): void {
  const isArchived = post.timeArchived !== null;
  if (post.sticky === true) json['sticky'] = 1;
  // 4chan closes a thread when it archives it.
  if (post.closed === true || isArchived) json['closed'] = 1;
  if (isArchived) {
    json['archived'] = 1;
    json['archived_on'] = seconds(post.timeArchived);
  }
  if (post.opener) add(json, 'replies', post.replies);
  add(json, 'unique_ips', post.posters);
}

function addTexts(json: Fields, post: Post): void {
  const isTroll = post.country?.startsWith('troll:') === true;
  const capcode = post.capcode === null ? null : (CAPCODES[post.capcode] ?? post.capcode.toLowerCase());
  add(json, 'name', escaped(post.name));
  add(json, 'trip', post.tripcode);
  add(json, 'id', post.posterid === 'Dev' && post.capcode === 'D' ? 'Developer' : post.posterid);
  add(json, 'capcode', capcode);
  add(json, 'country', isTroll ? null : post.country);
  add(json, 'email', escaped(post.email));
  add(json, 'sub', escaped(post.subject));
  add(json, 'com', post.comment);
}

function addFile(json: Fields, post: Post): void {
  add(json, 'tim', post.mediaTime);
  add(json, 'filename', escaped(post.mediaName));
  add(json, 'ext', post.mediaType === null ? null : `.${post.mediaType}`);
  add(json, 'md5', post.mediaHash === null ? null : base64Of(post.mediaHash));
  add(json, 'fsize', post.mediaSize);
  add(json, 'w', post.mediaDimsSrcW);
  add(json, 'h', post.mediaDimsSrcH);
  add(json, 'tn_w', post.mediaDimsThbW);
  add(json, 'tn_h', post.mediaDimsThbH);
  if (post.spoiler) json['spoiler'] = 1;
  // The facts of a deleted file are still sent.
  if (post.timeDeletedFile !== null) json['filedeleted'] = 1;
}

function extraOf(extra: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(extra).filter(([name]) => !OWN_NAMES.has(name)));
}

/** Unknown values are left out. */
function add(json: Fields, name: string, value: string | number | null): void {
  if (value !== null) json[name] = value;
}

function seconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}

function escaped(text: string | null): string | null {
  return text === null ? null : escapeHtml(text);
}
