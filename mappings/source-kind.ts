/** The properties of a kind of source that every process needs. */
import type { SourceFile } from './source-file.ts';

/** The files that are fetched for a post: its file, the source's thumbnail, and the recording of a drawing. */
export type MediaKind = 'file' | 'thumb' | 'replay';

/** A file whose name at the source is known. */
interface NamedFile extends SourceFile {
  readonly name: string;
  /** Extension without the dot. */
  readonly mediaType: string;
}

export interface SourceKindFacts {
  /**
   * Path of a thread's document below the board's `url`. `board` is the source's name of the board, escaped. Harvest states are
   * stored under this address.
   */
  readonly threadPath: (board: string, thread: number) => string;
  /**
   * Paths of a file below the board's `mediaUrl`, by kind: each place where the source may have it, the likeliest first. A path that does not
   * begin with `/` is below the board's folder. Names and types are escaped. A kind that the source does not offer is absent.
   */
  readonly mediaPaths: Readonly<Partial<Record<MediaKind, (file: NamedFile) => readonly string[]>>>;
  /** Path of a post's page for readers, below the source's origin; null if the source has none. */
  readonly postPage: ((board: string, thread: string, num: string) => string) | null;
  /** True if `extra` holds the fields of a post under the names of the 4chan API. */
  readonly hasFourChanNames: boolean;
  /** The source is a private group of peers: only a command adds its boards, and readers get no address of it. */
  readonly group?: {
    readonly address: RegExp;
    /** The form of an address, in words. */
    readonly addressForm: string;
  };
}
