/** The names of a post's file in FoolFuuka's API and in Asagi's tables. */
import type { Post } from '../../../../mappings/post.ts';
import { sourceFileName } from '../../../../mappings/source-file.ts';

const THUMBNAIL_SUFFIX = 's.jpg';

export interface FileNames {
  /** `media_filename`, before it is escaped: the name that the poster gave the file. */
  readonly shown: string;
  /** `media_orig`: the name at the source. */
  readonly original: string;
  /** `media`: the name under which the archive that the post came from stored the file; else `original`. */
  readonly media: string;
  /** `preview_orig`; null without a name at the source. */
  readonly preview: string | null;
}

/** The names of an image's first occurrence on a board, as Asagi's table of images has them. */
export interface FirstOccurrence {
  readonly media: string;
  /** The thumbnail of the first opener with the image; null if only replies have it. */
  readonly previewOp: string | null;
  readonly previewReply: string | null;
}

/** An image as the posts of a board show it. */
export interface BoardImage {
  readonly total: number;
  /** null if no post from the source has the image. */
  readonly first: FirstOccurrence | null;
}

/** Names are texts, because gallery-dl reads them without a check for null. */
export function fileNames({
  mediaTime,
  mediaType,
  mediaName,
  extra,
}: Pick<Post, 'mediaTime' | 'mediaType' | 'mediaName' | 'extra'>): FileNames {
  const type = mediaType === null ? '' : `.${mediaType}`;
  const name = sourceFileName({ mediaTime, extra });
  const shown = `${mediaName ?? name ?? ''}${type}`;
  const original = textOr(extra?.['media_orig'], name === null ? shown : `${name}${type}`);
  return {
    shown,
    original,
    media: textOr(extra?.['media'], original),
    preview: name === null ? null : `${name}${THUMBNAIL_SUFFIX}`,
  };
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise;
}
