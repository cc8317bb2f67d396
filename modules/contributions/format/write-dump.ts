/** Writes a dump in its canonical form: equal dumps have the same text. */
import { DUMP_NAMESPACE } from './dump-xsd.ts';
import {
  EXIF_TAGS,
  MAX_EXIF_VALUE,
  MAX_TRACKS,
  type Dump,
  type DumpExif,
  type DumpImage,
  type DumpMedia,
} from './dump.ts';

type Attributes = Readonly<Record<string, string | number | null>>;

export function writeDump({ client, file, image, media }: Dump): string {
  const parts = [
    element('client', { name: client.name, version: client.version }),
    element('file', {
      size: file.size,
      type: file.type,
      md5: file.md5,
      sha1: file.sha1,
      sha256: file.sha256,
      offered: file.offered ? 'true' : null,
    }),
    ...(image === null ? [] : [imageElement(image)]),
    ...(media === null || media.tracks.length === 0 ? [] : [mediaElement(media)]),
  ];
  return element('dump', { xmlns: DUMP_NAMESPACE }, parts);
}

function imageElement({ width, height, pixels, perceptual, exif }: DumpImage): string {
  const kept = EXIF_TAGS.flatMap((tag) => exif.find((value) => value.tag === tag) ?? []).flatMap(exifElement);
  return element('image', { width, height, pixels, perceptual }, kept);
}

/** Cuts a value to the length that the format allows, and omits empty values. */
function exifElement({ tag, value }: DumpExif): readonly string[] {
  const clean = oneLine(value, MAX_EXIF_VALUE);
  return clean === '' ? [] : [element('exif', { tag, value: clean })];
}

function mediaElement({ container, duration, structure, tracks }: DumpMedia): string {
  const children = tracks
    .slice(0, MAX_TRACKS)
    .map(({ kind, codec, bitrate, bytes, duration: length, width, height }) =>
      element('track', { kind, codec, bitrate, bytes, duration: length, width, height }),
    );
  return element('media', { container, duration, structure }, children);
}

function element(name: string, attributes: Attributes, children: readonly string[] = []): string {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === null ? [] : [` ${key}="${escapeAttribute(String(value))}"`],
  );
  const open = `<${name}${written.join('')}`;
  return children.length === 0 ? `${open}/>` : `${open}>${children.join('')}</${name}>`;
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeAttribute(value: string): string {
  return value.replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? character);
}

/**
 * Removes characters that XML does not allow, and replaces other white space by spaces, as XML parsers do in attributes. The limit counts
 * code points, as the schema does, not UTF-16 units.
 */
export function oneLine(value: string, length: number): string {
  const printable = value
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}\u{fffe}\u{ffff}]+/gu, ' ')
    .trim();
  return Array.from(printable).slice(0, length).join('').trim();
}
