import type { ExtraFile, ObservedFile } from './file-fields.ts';
import type { FileState } from './media.ts';

/**
 * The post that all processes share, with the columns of the Ayase page (Bakugo's fields). NULL means unknown; 0 and '' are never
 * written instead. Post numbers fit a double: the scraper refuses anything above 2^53.
 */
export interface PostNumber {
  readonly num: number;
  /** Above 0 for a ghost post, written on an archive and not on the source. */
  readonly subnum: number;
}

/** `71`, or `71_2` for a ghost post: the form of the command line and of messages. */
export function nameOf({ num, subnum }: PostNumber): string {
  return subnum === 0 ? String(num) : `${num}_${subnum}`;
}

/** The columns of posts as parameters of a statement. */
export function numbersOf(posts: readonly PostNumber[]): [nums: number[], subnums: number[]] {
  return [posts.map(({ num }) => num), posts.map(({ subnum }) => subnum)];
}

/** The num in a text; null for 0, for numbers above 2^53 - 1, which a double would round, and for other texts. */
export function numIn(text: string): number | null {
  const num = Number(text);
  return /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(num) ? num : null;
}

export interface PostKey extends PostNumber {
  readonly board: string;
}

/** One post as a source sends it, before it is stored. Times are UTC. */
export interface PostFields {
  readonly num: number;
  readonly subnum: number;
  /** The num of the opening post; never 0. */
  readonly thread: number;
  readonly opener: boolean;
  readonly timePosted: Date;
  readonly timeArchived: Date | null;
  readonly name: string | null;
  readonly tripcode: string | null;
  /** One letter or word as the archives write it: `M` moderator, `A` admin, `D` developer, … (seed 001). */
  readonly capcode: string | null;
  readonly posterid: string | null;
  /** Two letters of ISO 3166, or `troll:xx` for a board's own flags. */
  readonly country: string | null;
  readonly email: string | null;
  /** Plain text, entities decoded once. */
  readonly subject: string | null;
  /** The source's HTML, verbatim. */
  readonly comment: string | null;
  /** The file's name at the source, without extension: usually milliseconds since 1970. */
  readonly mediaTime: number | null;
  /** MD5, 16 bytes. */
  readonly mediaHash: Uint8Array | null;
  /** The uploader's file name, without extension, entities decoded once. */
  readonly mediaName: string | null;
  /** Extension without the dot, lower case. */
  readonly mediaType: string | null;
  readonly mediaSize: number | null;
  readonly mediaDimsSrcW: number | null;
  readonly mediaDimsSrcH: number | null;
  readonly mediaDimsThbW: number | null;
  readonly mediaDimsThbH: number | null;
  readonly spoiler: boolean;
  readonly sticky: boolean | null;
  readonly closed: boolean | null;
  /** Opener only; clamped to 65,535. */
  readonly posters: number | null;
  /** Opener only: the number of replies that the source states. Stored in `extra`; the column `replies` is the archive's own count. */
  readonly replies: number | null;
  /** Fields of the source that have no column, under the source's names. */
  readonly extra: Readonly<Record<string, unknown>> | null;
}

/** A stored post: the source's fields and those that the archive adds. */
export interface Post extends PostFields {
  readonly board: string;
  readonly timeModified: Date;
  readonly timeDeletedPost: Date | null;
  readonly timeDeletedFile: Date | null;
  /** Opener only: the newest post time in the thread. */
  readonly timeBumped: Date | null;
  /** Opener only: the thread's visible posts without the opener, counted from their rows; clamped to 65,535. */
  readonly replies: number | null;
  /** Opener only: the thread's visible posts with a file, counted likewise. The source's count is in `extra`. */
  readonly images: number | null;
  readonly mediaHashSrc: Uint8Array | null;
  readonly mediaHashThb: Uint8Array | null;
  /** The files after the first. Absent without them. */
  readonly extraFiles?: readonly ExtraFile[];
  /** Stored, but not shown to readers. */
  readonly hidden: boolean;
  /** When the content was erased; the row is then a hidden tombstone. */
  readonly timePurged: Date | null;
  /** The state of the post's files in the archive. Absent if only the row or the document of the index was read. */
  readonly fileState?: FileState;
  /** `comment` is the beginning of a longer one. Absent for a whole comment. */
  readonly isCommentCut?: boolean;
  /** The order in which the archive stored posts. Absent if the document of the index was read, or the row for another purpose. */
  readonly docId?: number;
  /** From one global sequence; every change of the row draws a new value. */
  readonly rev: number;
}

/** The posts of one thread in one answer of a source. The absence of a post has no meaning here. */
export interface ThreadObservation {
  readonly num: number;
  /** The opener comes first, unless it is missing or was refused. */
  readonly posts: readonly PostObservation[];
  /** Entries of the answer that were refused alone. Their posts are present at the source. */
  readonly refused?: {
    /** Numbers that can be read. */
    readonly nums: readonly number[];
    /** The number of other entries: each may be any post. */
    readonly others: number;
  };
}

export interface PostObservation {
  readonly fields: PostFields;
  /** True if an unreadable field of the source was dropped. Its value is null, so null fields do not replace stored values. */
  readonly isIncomplete?: true;
  /** The source states that the post's file was deleted. */
  readonly fileDeleted: boolean;
  /** The files after the first, as the source lists them. Absent without a list; an empty list states that all of them were deleted. */
  readonly extraFiles?: readonly ObservedFile[];
  /** The source states that the post was deleted. Only archives do; imageboards just drop deleted posts. */
  readonly deletion?: {
    /** null where the source gives no time. */
    readonly time: Date | null;
  };
}

/** The greatest unsigned 16-bit number, the type on the Ayase page. Threads with more replies exist. */
export const MAX_COUNT = 65_535;

export function clampCount(count: number): number {
  return Math.min(Math.max(count, 0), MAX_COUNT);
}
