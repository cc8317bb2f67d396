/** Bytes of an ID3v2 tag at an offset, with its padding; 0 if there is none. */
import type { FileBytes } from './file-bytes.ts';

const HAS_FOOTER = 0x10;

export function id3Bytes(file: FileBytes, at: number): number {
  const header = file.at(at, 10);
  if (header.length < 10 || header.toString('latin1', 0, 3) !== 'ID3') return 0;
  let size = 0;
  for (const byte of header.subarray(6, 10)) size = size * 128 + (byte & 0x7f);
  return 10 + size + ((header[5] ?? 0) & HAS_FOOTER ? 10 : 0);
}
