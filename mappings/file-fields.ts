/** The files of a post. Its first file is in the fields of the post itself; additional files have the same fields. */
import type { FileState } from './media.ts';

/** More files of one post are not stored. */
export const MAX_EXTRA_FILES = 50;

/** A file as a source states it. */
interface FileFields {
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
  /** Fields of the source about the file that have no column, under the source's names. */
  readonly extra: Readonly<Record<string, unknown>> | null;
}

/** An additional file in an answer of a source. */
export interface ObservedFile extends FileFields {
  /** 1 for the second file of the post. */
  readonly place: number;
  /** True if an unreadable field of the file was dropped: its null fields do not replace stored values. */
  readonly isIncomplete?: boolean;
}

/** A stored file of a post: the first one, with the post's own fields, or an additional one. */
export interface StoredFile extends FileFields {
  readonly mediaHashSrc: Uint8Array | null;
  readonly mediaHashThb: Uint8Array | null;
  readonly timeDeletedFile: Date | null;
  /** Absent if only the row or the document of the index was read. */
  readonly fileState?: FileState;
}

/** A stored additional file. */
export interface ExtraFile extends StoredFile {
  readonly place: number;
}
