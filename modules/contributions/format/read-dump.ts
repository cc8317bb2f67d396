/**
 * Reads a dump. libxml2 validates the text against the published schema. Document types are refused before parsing, so there are no
 * entities to expand and no files to load.
 */
import { ParseOption, XmlDocument, XmlElement, XmlLibError, XsdValidator, type XmlTreeNode } from 'libxml2-wasm';
import { DUMP_XSD } from './dump-xsd.ts';
import {
  MAX_DUMP_BYTES,
  MAX_EXIF_VALUE,
  type Dump,
  type DumpExif,
  type DumpImage,
  type DumpMedia,
  type DumpTrack,
} from './dump.ts';
import { oneLine } from './write-dump.ts';

/** The XML is not a valid dump. `line` is the line of the error, if it is known. */
export class DumpInvalidError extends Error {
  readonly line: number | null;

  constructor(message: string, line: number | null) {
    super(message);
    this.line = line;
  }
}

const OPTIONS = {
  option: ParseOption.XML_PARSE_NONET | ParseOption.XML_PARSE_NO_XXE | ParseOption.XML_PARSE_IGNORE_ENC,
} as const;

let validator: XsdValidator | null = null;

/** @throws DumpInvalidError */
export function readDump(bytes: Uint8Array): Dump {
  const document = parse(textOf(bytes));
  try {
    validator ??= XsdValidator.fromDoc(XmlDocument.fromString(DUMP_XSD));
    validator.validate(document);
    return dumpOf(document.root);
  } catch (error) {
    throw invalid(error);
  } finally {
    document.dispose();
  }
}

function textOf(bytes: Uint8Array): string {
  if (bytes.length > MAX_DUMP_BYTES) {
    throw new DumpInvalidError(`the dump has ${bytes.length} bytes, at most ${MAX_DUMP_BYTES} are possible`, null);
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new DumpInvalidError('the dump is not UTF-8', null);
  }
  if (text.includes('\0')) throw new DumpInvalidError('the dump contains a NUL character', null);
  if (text.includes('<!DOCTYPE')) throw new DumpInvalidError('a dump must not have a document type', null);
  assertDeclaration(text);
  return text;
}

const DECLARATION = /^<\?xml\s[^<>]*\?>/;
const ENCODING = /\sencoding\s*=\s*(["'])(.*?)\1/;

/** The parser ignores the encoding of the XML declaration, and its library has no class for processing instructions. */
function assertDeclaration(text: string): void {
  const declaration = DECLARATION.exec(text)?.[0] ?? '';
  const encoding = ENCODING.exec(declaration)?.[2] ?? 'UTF-8';
  if (encoding.toUpperCase() !== 'UTF-8')
    throw new DumpInvalidError(`a dump is UTF-8, and this one declares ${oneLine(encoding, 40)}`, 1);
  const at = text.indexOf('<?', declaration.length);
  if (at !== -1) {
    const line = text.slice(0, at).split('\n').length;
    throw new DumpInvalidError('a dump must not have a processing instruction', line);
  }
}

function parse(text: string): XmlDocument {
  try {
    return XmlDocument.fromString(text, OPTIONS);
  } catch (error) {
    throw invalid(error);
  }
}

/** Errors of libxml2 are faults of the dump; any other error is a defect of this program. */
function invalid(error: unknown): unknown {
  if (!(error instanceof XmlLibError)) return error;
  const [first] = error.details as readonly { readonly message: string; readonly line: number }[];
  return new DumpInvalidError((first?.message ?? error.message).trim().slice(0, 300), first?.line ?? null);
}

/** The functions below rely on the schema: required attributes exist, and numbers are valid. */
function dumpOf(root: XmlElement): Dump {
  const parts = new Map(childrenOf(root).map((child) => [child.name, child]));
  const client = attributesOf(parts.get('client'));
  const file = attributesOf(parts.get('file'));
  const image = parts.get('image');
  const media = parts.get('media');
  return {
    client: { name: client.text('name'), version: client.text('version') },
    file: {
      size: file.number('size') ?? 0,
      type: file.text('type'),
      md5: file.text('md5'),
      sha1: file.text('sha1'),
      sha256: file.text('sha256'),
      offered: file.optional('offered') !== null,
    },
    image: image === undefined ? null : imageOf(image),
    media: media === undefined ? null : mediaOf(media),
  };
}

function imageOf(element: XmlElement): DumpImage {
  const of = attributesOf(element);
  const perceptual = of.optional('perceptual');
  return {
    width: of.number('width') ?? 0,
    height: of.number('height') ?? 0,
    pixels: of.optional('pixels'),
    perceptual: perceptual === null ? null : String(BigInt(perceptual.trim().replace(/^\+/, ''))),
    exif: childrenOf(element).flatMap((child): readonly DumpExif[] => {
      const exif = attributesOf(child);
      // Dumps of other programs may contain control characters, which pages must not show.
      const value = oneLine(exif.text('value'), MAX_EXIF_VALUE);
      return value === '' ? [] : [{ tag: exif.text('tag') as DumpExif['tag'], value }];
    }),
  };
}

function mediaOf(element: XmlElement): DumpMedia {
  const of = attributesOf(element);
  return {
    container: of.text('container'),
    duration: of.number('duration'),
    structure: of.number('structure'),
    tracks: childrenOf(element).map((child): DumpTrack => {
      const track = attributesOf(child);
      return {
        kind: track.text('kind') as DumpTrack['kind'],
        codec: track.text('codec'),
        bitrate: track.number('bitrate'),
        bytes: track.number('bytes'),
        duration: track.number('duration'),
        width: track.number('width'),
        height: track.number('height'),
      };
    }),
  };
}

function childrenOf(element: XmlElement): readonly XmlElement[] {
  const found: XmlElement[] = [];
  // The library returns undefined for nodes without a class in it.
  let child: XmlTreeNode | null | undefined = element.firstChild;
  for (; child !== null && child !== undefined; child = child.next) if (child instanceof XmlElement) found.push(child);
  if (child === undefined)
    throw new DumpInvalidError(`${element.name} has something other than elements`, element.line);
  return found;
}

interface Attributes {
  text(name: string): string;
  optional(name: string): string | null;
  number(name: string): number | null;
}

function attributesOf(element: XmlElement | undefined): Attributes {
  const optional = (name: string): string | null => element?.attr(name)?.value ?? null;
  return {
    optional,
    text: (name) => optional(name) ?? '',
    number: (name) => {
      const value = optional(name);
      return value === null ? null : Number(value);
    },
  };
}
