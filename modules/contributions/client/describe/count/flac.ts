/** FLAC. Its frames state no sizes, so only the blocks before them are counted: comments, covers, seek tables and padding. */
import type { ByteCount } from './byte-count.ts';
import type { FileBytes } from './file-bytes.ts';
import { id3Bytes } from './id3.ts';

const IS_LAST = 0x80;
const TYPE = 0x7f;
const PADDING = 1;
const MAX_KNOWN_TYPE = 6;

export function countFlac(file: FileBytes, count: ByteCount): void {
  let at = id3Bytes(file, 0);
  if (file.at(at, 4).toString('latin1') !== 'fLaC') return;
  at += 4;
  count.structure = at;
  for (;;) {
    const header = file.at(at, 4);
    if (header.length < 4) return;
    const first = header[0] ?? 0;
    const end = Math.min(at + 4 + header.readUIntBE(1, 3), file.size);
    const type = first & TYPE;
    if (type > MAX_KNOWN_TYPE) return;
    if (type !== PADDING || file.isZero(at + 4, end)) count.structure += end - at;
    if (first & IS_LAST) return;
    at = end;
  }
}
