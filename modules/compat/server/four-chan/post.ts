/**
 * A post in the 4chan API, the inverse of `scraper/sources/four-chan/post.ts`. Fields without a column come from `extra`, as the source
 * sent them. Empty values of the source ('' and 0) are not stored, and so not sent.
 */
import {
  base64Of,
  fileAddresses,
  fileHashes,
  fileStatus,
  hasFile,
  hexOf,
  type FilesAtSource,
} from '../../../../server/posts/present.ts';
import { escapeHtml } from '../../../../mappings/comment/print-html.ts';
import type { StoredFile } from '../../../../mappings/file-fields.ts';
import type { Post } from '../../../../mappings/post.ts';
import { newYorkTime } from '../../../../mappings/new-york-time.ts';

export type FourChanPost = Readonly<Record<string, unknown>> & { readonly no: number; readonly resto: number };

const CAPCODES: Readonly<Record<string, string>> = {
  M: 'mod',
  A: 'admin',
  D: 'developer',
  G: 'manager',
  F: 'founder',
  V: 'verified',
};

/** Names in `extra` that are not the source's, that describe files at another place, or that this archive computes. */
const OWN_NAMES = new Set([
  'exif',
  'oekaki',
  'sha256',
  'sha256t',
  'replay_sha256',
  'media_status',
  'fpath',
  'replies',
  'images',
  'unescaped',
]);

/** `atSource`: the post's board, if readers may load files from its source. */
export function fourChanPost(post: Post, atSource: FilesAtSource = null): FourChanPost {
  // Field by field, in the order of the API: spreading small objects took longer than the rest of a post.
  const json: Fields = { no: post.num, resto: post.opener ? 0 : post.thread };
  addState(json, post);
  json['now'] = newYorkTime(post.timePosted);
  json['time'] = seconds(post.timePosted);
  addTexts(json, post);
  addFile(json, post, atSource);
  if (post.extraFiles !== undefined) json['extra_files'] = post.extraFiles.map((file) => extraFile(file, atSource));
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
  if (post.opener) {
    add(json, 'replies', post.replies);
    // This API counts the files of replies only.
    add(json, 'images', post.images === null ? null : post.images - (post.mediaType === null ? 0 : 1));
  }
  add(json, 'unique_ips', post.posters);
}

function addTexts(json: Fields, post: Post): void {
  const isTroll = post.country?.startsWith('troll:') === true;
  const capcode = post.capcode === null ? null : (CAPCODES[post.capcode] ?? post.capcode.toLowerCase());
  add(json, 'name', escaped(post.name));
  add(json, 'trip', markupFree(post.tripcode));
  add(json, 'id', post.posterid === 'Dev' && post.capcode === 'D' ? 'Developer' : markupFree(post.posterid));
  add(json, 'capcode', markupFree(capcode));
  add(json, 'country', isTroll ? null : markupFree(post.country));
  add(json, 'email', escaped(post.email));
  add(json, 'sub', escaped(post.subject));
  add(json, 'com', post.comment);
  if (post.isCommentCut === true) json['comment_truncated'] = 1;
}

/** In vichan's form. */
function extraFile(file: StoredFile, atSource: FilesAtSource): Record<string, unknown> {
  const json: Record<string, unknown> = {};
  addFile(json, file, atSource);
  return file.extra === null ? json : { ...json, ...extraOf(file.extra) };
}

function addFile(json: Record<string, unknown>, post: StoredFile, atSource: FilesAtSource): void {
  add(json, 'tim', post.mediaTime);
  add(json, 'filename', escaped(post.mediaName));
  add(json, 'ext', post.mediaType === null ? null : markupFree(`.${post.mediaType}`));
  add(json, 'md5', post.mediaHash === null ? null : base64Of(post.mediaHash));
  add(json, 'fsize', post.mediaSize);
  add(json, 'w', post.mediaDimsSrcW);
  add(json, 'h', post.mediaDimsSrcH);
  add(json, 'tn_w', post.mediaDimsThbW);
  add(json, 'tn_h', post.mediaDimsThbH);
  if (post.spoiler) json['spoiler'] = 1;
  // The facts of a deleted file are still sent.
  if (post.timeDeletedFile !== null) json['filedeleted'] = 1;
  if (hasFile(post)) addArchived(json, post, atSource);
}

/** The status of the file in this archive. Clients do not request files with `filedeleted`. */
function addArchived(json: Record<string, unknown>, post: StoredFile, atSource: FilesAtSource): void {
  const { sha256, sha256t } = fileHashes(post);
  const { url, thumb_url: thumbnail } = fileAddresses(post, atSource);
  const status = fileStatus(post);
  add(json, 'sha256', sha256);
  add(json, 'sha256t', sha256t);
  const replay = post.fileState?.replay ?? null;
  add(json, 'replay_sha256', replay === null ? null : hexOf(replay));
  if (status === 'archived' || status === 'unknown') return;
  json['media_status'] = post.timeDeletedFile !== null && status !== 'banned' ? 'deleted' : status;
  if (url === null && thumbnail === null && status !== 'pending') json['filedeleted'] = 1;
}

function extraOf(extra: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(extra).filter(([name]) => !OWN_NAMES.has(name)));
}

/** Unknown values are left out. */
function add(json: Record<string, unknown>, name: string, value: string | number | null): void {
  if (value !== null) json[name] = value;
}

function seconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}

function escaped(text: string | null): string | null {
  return text === null ? null : escapeHtml(text);
}

/**
 * For columns that hold what the source sent: 4chan sends HTML, other sources send text. Clients print these values as HTML, so nothing
 * in them may be markup; entities are kept.
 */
function markupFree(sent: string | null): string | null {
  return sent === null || !MARKUP.test(sent) ? sent : escapeHtml(sent).replaceAll(ESCAPED_ENTITY, '&$1;');
}

const MARKUP = /[&<>"']/;
const ESCAPED_ENTITY = /&amp;(#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/gi;
