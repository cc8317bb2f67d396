/** Ogg. A page counts for its track, including its header. */
import type { ByteCount } from './byte-count.ts';
import type { FileBytes } from './file-bytes.ts';

const HEADER_BYTES = 27;
const SERIAL_AT = 14;
const SEGMENTS_AT = 26;

export function countOgg(file: FileBytes, count: ByteCount): void {
  let at = 0;
  while (at < file.size) {
    const header = file.at(at, HEADER_BYTES + 255);
    const segments = header[SEGMENTS_AT];
    if (segments === undefined || header.toString('latin1', 0, 4) !== 'OggS') return;
    let size = HEADER_BYTES + segments;
    for (const segment of header.subarray(HEADER_BYTES, HEADER_BYTES + segments)) size += segment;
    const end = Math.min(at + size, file.size);
    count.add(String(header.readUInt32LE(SERIAL_AT)), end - at);
    at = end;
  }
}
