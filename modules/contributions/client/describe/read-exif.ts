/** Reads the few EXIF tags that a dump may have. It does not read places, owners, serial numbers or makers' notes. */
import exifReader from 'exifreader';
import { EXIF_TAGS, MAX_EXIF_VALUE, type DumpExif } from '../../format/dump.ts';
import { oneLine } from '../../format/write-dump.ts';

/** Bytes at the start of a file, where cameras and most programs write EXIF. */
export const EXIF_BYTES = 256 * 1024;

/** Returns an empty list if the image has no readable EXIF. @param head The first EXIF_BYTES of an image. */
export function readExif(head: Buffer): readonly DumpExif[] {
  let tags: Readonly<Record<string, unknown>>;
  try {
    tags = (exifReader.load(head, { expanded: true }).exif ?? {}) as Readonly<Record<string, unknown>>;
  } catch {
    return [];
  }
  return EXIF_TAGS.flatMap((tag) => {
    const value = oneLine(textOf(tags[tag]), MAX_EXIF_VALUE);
    return value === '' ? [] : [{ tag, value }];
  });
}

function textOf(tag: unknown): string {
  const { description } = (tag ?? {}) as { readonly description?: unknown };
  return typeof description === 'string' || typeof description === 'number' ? String(description) : '';
}
