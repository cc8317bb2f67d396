/**
 * The post as every process knows it, in the columns of the Ayase page (Bakugo's fields). NULL means that nothing is
 * known; 0 and '' are never written in its place. Numbers of posts fit a double: the scraper refuses anything past 2^53.
 */
export interface PostNumber {
  readonly num: number;
  /** Above 0 for a ghost post, written on an archive and not on the source. */
  readonly subnum: number;
}

export interface PostKey extends PostNumber {
  readonly board: string;
}

/** What a source says of one post, before it is stored. Times are UTC. */
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
  /** Milliseconds (or what the source names its file by); the file's name on the source. */
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
  /** Opener only; without the opener itself; clamped to 65,535. */
  readonly replies: number | null;
  /** Whatever the source sent that has no column, by its own field names. */
  readonly extra: Readonly<Record<string, unknown>> | null;
}

/** A stored post: what the source said, and what the archive adds. */
export interface Post extends PostFields {
  readonly board: string;
  readonly timeModified: Date;
  readonly timeDeletedPost: Date | null;
  readonly timeDeletedFile: Date | null;
  /** Opener only: the newest post time in the thread. */
  readonly timeBumped: Date | null;
  readonly mediaHashSrc: Uint8Array | null;
  readonly mediaHashThb: Uint8Array | null;
  /** Not shown, still kept. */
  readonly hidden: boolean;
  /** Content gone for ever; the row is a tombstone, and hidden. */
  readonly timePurged: Date | null;
  /** From one global sequence, new at every change of the row; never a time. */
  readonly rev: number;
}

/** What one answer of a source says about one thread. Posts that it leaves out are no statement about them. */
export interface ThreadObservation {
  readonly num: number;
  readonly posts: readonly PostObservation[];
}

export interface PostObservation {
  readonly fields: PostFields;
  /** The source says that the post had a file, which it has no more. */
  readonly fileDeleted: boolean;
  /** The source says that the post was deleted. Only archives do; a site that forgets says nothing. */
  readonly deletion?: {
    /** null where the source gives no time. */
    readonly time: Date | null;
  };
}

/** smallint's unsigned cousin, as the Ayase page asks: threads with more than 65,535 replies exist. */
export const MAX_COUNT = 65_535;

export function clampCount(count: number): number {
  return Math.min(Math.max(count, 0), MAX_COUNT);
}
