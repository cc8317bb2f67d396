import type { Picture } from './art/pictures.ts';
import { inKeyOrder, newYorkTime, semanticUrl, type ChanBoard, type ChanPost } from './chan.ts';
import { commentHtml, escapeHtml, type QuoteTarget } from './markup.ts';
import { hashText } from './random.ts';

/** A submitted post. Texts are as typed; the site escapes them and adds its markup. */
export interface Draft {
  /** Identifies a poster within a thread; determines the poster's ID and flag. */
  readonly poster: string;
  readonly name?: string | undefined;
  readonly trip?: string | undefined;
  readonly capcode?: string | undefined;
  readonly sub?: string | undefined;
  readonly com?: string | undefined;
  /** HTML to use verbatim instead of `com`. */
  readonly html?: string | undefined;
  /** HTML that the site appends: EXIF data, a fortune, an oekaki drawing's time. */
  readonly appendix?: string | undefined;
  readonly country?: readonly [code: string, name: string] | undefined;
  readonly flag?: readonly [code: string, name: string] | undefined;
  readonly since4pass?: number | undefined;
  readonly file?: DraftFile | undefined;
  readonly sticky?: boolean | undefined;
  readonly closed?: boolean | undefined;
  /** Maximum replies of a sticky thread. */
  readonly stickyCap?: number | undefined;
  /** A reply that does not bump. */
  readonly sage?: boolean | undefined;
}

export interface DraftFile {
  readonly picture: Picture;
  /** The uploader's file name, without extension. */
  readonly filename: string;
  readonly spoiler?: boolean | undefined;
  readonly mobile?: boolean | undefined;
  /** Category of an animation, on boards that require one. */
  readonly tag?: string | undefined;
}

export interface Place {
  readonly board: ChanBoard;
  readonly no: number;
  /** The thread; 0 for an opener. */
  readonly resto: number;
  /** Epoch seconds. */
  readonly time: number;
  readonly find: (board: string, no: number) => QuoteTarget | null;
}

/** From this second on file names are in microseconds, before in milliseconds. */
const MICROSECONDS_SINCE = Date.UTC(2023, 0, 1) / 1000;

export function writePost(draft: Draft, place: Place): ChanPost {
  const { board, no, resto, time } = place;
  const thread = resto === 0 ? no : resto;
  const typed = draft.html ?? typedComment(draft.com ?? '', board, thread, place.find);
  const com = typed + (draft.appendix ?? '');
  const sub = escaped(draft.sub);
  return inKeyOrder({
    no,
    sticky: flag(draft.sticky),
    closed: flag(draft.closed),
    now: newYorkTime(time),
    name: escaped(draft.name) ?? 'Anonymous',
    sub,
    com: com === '' ? undefined : com,
    time,
    resto,
    ...(draft.file === undefined ? {} : fileFields(draft.file, place)),
    id: board.user_ids === 1 ? posterId(thread, draft) : undefined,
    trip: draft.trip,
    capcode: draft.capcode,
    country: draft.country?.[0],
    country_name: draft.country?.[1],
    board_flag: draft.flag?.[0],
    flag_name: draft.flag?.[1],
    since4pass: draft.since4pass,
    ...(resto === 0 ? openerFields(draft, board, sub, com) : {}),
  });
}

/** The board's HTML for a comment as typed. */
export function typedComment(text: string, board: ChanBoard, thread: number, find: Place['find']): string {
  return commentHtml(text, {
    board: board.board,
    thread,
    find,
    tags: {
      code: board.code_tags === 1,
      math: board.math_tags === 1,
      sjis: board.sjis_tags === 1,
      spoilers: board.spoilers === 1,
    },
  });
}

function openerFields(draft: Draft, board: ChanBoard, sub: string | undefined, com: string) {
  // A sticky has neither a bump limit nor an image limit.
  const limits = draft.sticky === true ? {} : { bumplimit: 0, imagelimit: 0 };
  return {
    ...limits,
    semantic_url: semanticUrl(sub, com),
    custom_spoiler: board.custom_spoilers,
    replies: 0,
    images: 0,
    unique_ips: 1,
    sticky_cap: draft.stickyCap,
    capcode_replies: draft.stickyCap === undefined ? undefined : {},
  };
}

/** Longer side of a thumbnail in pixels, on an opener and on a reply. */
const THUMBNAIL_OP = 250;
const THUMBNAIL_REPLY = 125;

function fileFields({ picture, filename, spoiler, mobile, tag }: DraftFile, { no, resto, time }: Place) {
  const { w, h } = picture.shape;
  const scale = Math.min(1, (resto === 0 ? THUMBNAIL_OP : THUMBNAIL_REPLY) / Math.max(w, h));
  const fraction = Math.imul(no, 0x9e3779b1) >>> 0;
  return {
    filename: escapeHtml(filename),
    ext: picture.ext,
    w: picture.w,
    h: picture.h,
    tn_w: Math.max(1, Math.floor(w * scale)),
    tn_h: Math.max(1, Math.floor(h * scale)),
    tim: time >= MICROSECONDS_SINCE ? time * 1_000_000 + (fraction % 1_000_000) : time * 1000 + (fraction % 1000),
    md5: picture.md5,
    fsize: picture.fsize,
    spoiler: spoiler === true ? 1 : undefined,
    m_img: mobile === true ? 1 : undefined,
    tag,
  };
}

function escaped(text: string | undefined): string | undefined {
  return text === undefined ? undefined : escapeHtml(text);
}

const ID_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Eight letters, constant for a poster within a thread; for staff their title. */
function posterId(thread: number, draft: Draft): string {
  if (draft.capcode !== undefined) return draft.capcode === 'mod' ? 'Mod' : 'Admin';
  let hash = hashText(`${thread}/${draft.poster}`);
  let id = '';
  for (let i = 0; i < 8; i++) {
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
    id += ID_LETTERS[hash % 64];
  }
  return id;
}

function flag(value: boolean | undefined): number | undefined {
  return value === true ? 1 : undefined;
}
