/** The columns of a post's file. */
import { decodeHTMLStrict } from 'entities/decode';
import { NO_FILE } from '../../../mappings/absent-fields.ts';
import type { PostFields } from '../../../mappings/post.ts';
import type { AsagiRow, ReadColumn } from './columns.ts';
import { numberOrZero } from './row-error.ts';

type FileFields = Pick<PostFields, keyof typeof NO_FILE>;

export interface FileOfRow {
  readonly fields: FileFields;
  readonly extra: Readonly<Record<string, unknown>>;
  readonly flag: 'hash' | null;
}

const MAX_INT = 2 ** 31 - 1;
const ENDING = /\.(\w{1,8})$/;

/** 16 bytes in base64, also in the form for addresses and without padding; null for anything else. */
export function readHash(text: string | null): Uint8Array | null {
  const safe = text?.replaceAll('-', '+').replaceAll('_', '/') ?? '';
  return /^[A-Za-z0-9+/]{21}[AQgw](?:==)?$/.test(safe) ? Buffer.from(safe, 'base64') : null;
}

/** @param isEscaped whether the program stored the uploader's file name as HTML */
export function fileOfRow(row: AsagiRow, isEscaped: boolean): FileOfRow {
  const size = (column: ReadColumn): number | null => {
    const value = numberOrZero(row[column] ?? null);
    return value > 0 && value <= MAX_INT ? value : null;
  };
  const original = row.media_orig || null;
  const written = row.media_filename || null;
  const name = written !== null && isEscaped ? decodeHTMLStrict(written) : written;
  const [, digits] = /^(\d{1,16})(?:\.\w*)?$/.exec(original ?? '') ?? [];
  const time = Number(digits);
  const hash = readHash(row.media_hash);
  const isOwnName = digits !== undefined && Number.isSafeInteger(time) && time > 0;
  const type = typeOf(original, name);
  const hasFile = original !== null || hash !== null;
  return {
    fields: {
      ...NO_FILE,
      mediaTime: isOwnName ? time : null,
      mediaHash: hash,
      mediaName: (type === null ? name : (name?.replace(ENDING, '') ?? null)) || null,
      mediaType: type,
      mediaSize: size('media_size'),
      mediaDimsSrcW: size('media_w'),
      mediaDimsSrcH: size('media_h'),
      mediaDimsThbW: size('preview_w'),
      mediaDimsThbH: size('preview_h'),
    },
    extra: {
      ...(original !== null && (!isOwnName || original !== `${digits}.${type}`) && { media_orig: original }),
      ...(hash === null && row.media_hash && { media_hash: row.media_hash }),
    },
    flag: hasFile && hash === null ? 'hash' : null,
  };
}

/** The table cuts names longer than 20 characters: `1658260989011151.web`. The uploader's name then has the whole extension. */
function typeOf(original: string | null, name: string | null): string | null {
  const stored = /\.(\w{0,8})$/.exec(original ?? '')?.[1]?.toLowerCase() ?? null;
  const uploaded = ENDING.exec(name ?? '')?.[1]?.toLowerCase() ?? null;
  if (stored === null || stored === '') return original === null && stored === null && name === null ? null : uploaded;
  return uploaded !== null && (original?.length ?? 0) >= 20 && uploaded.startsWith(stored) ? uploaded : stored;
}
