/** Texts that were encoded twice: a program took UTF-8 for windows-1252 and encoded it again, so `Göran` is stored as `GÃ¶ran`. */
import type { AsagiRow } from './columns.ts';

const COLUMNS = ['name', 'title', 'comment', 'email', 'media_filename', 'exif'] as const;

/** By character: its byte in windows-1252, where the five free bytes are controls, and in Latin-1. */
const BYTES: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 128 }, (_, index) => 128 + index).flatMap((byte) => [
    [String.fromCodePoint(byte), byte] as const,
    [new TextDecoder('windows-1252').decode(Uint8Array.of(byte)), byte] as const,
  ]),
);
/** The first two bytes of a UTF-8 character, as they look after the second encoding. */
const LOOKS_ENCODED = new RegExp(
  `[\\u00C2-\\u00F4][\\u0080-\\u00BF${[...BYTES].flatMap(([sign, byte]) => (byte < 160 && sign > '\u00FF' ? [sign] : [])).join('')}]`,
);
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const windows = new TextDecoder('windows-1252');

/** Returns the original text; null if it was not encoded twice. The same mistake, applied to the result, must give the stored text. */
export function undoDoubleEncoding(text: string): string | null {
  if (!LOOKS_ENCODED.test(text)) return null;
  const bytes = Buffer.alloc(text.length);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const byte = code < 128 ? code : BYTES.get(text[at] ?? '');
    if (byte === undefined) return null;
    bytes[at] = byte;
  }
  try {
    const read = utf8.decode(bytes);
    const again = Buffer.from(read);
    return windows.decode(again) === text || again.toString('latin1') === text ? read : null;
  } catch {
    return null;
  }
}

/** Counts the texts of a table that are encoded twice, and optionally repairs them. */
export class DoubleEncoding {
  readonly #isRepaired: boolean;
  texts = 0;

  constructor(isRepaired: boolean) {
    this.#isRepaired = isRepaired;
  }

  read(row: AsagiRow): AsagiRow {
    let repaired = row;
    for (const column of COLUMNS) {
      const text = row[column];
      const read = text === null ? null : undoDoubleEncoding(text);
      if (read === null) continue;
      this.texts++;
      if (this.#isRepaired) repaired = { ...repaired, [column]: read };
    }
    return repaired;
  }
}
