/**
 * Matroska and WebM. The framing of a block counts for its track, since it is a tenth of a quiet Opus track. Segments and clusters of live
 * recordings have no sizes, so all levels are read as one sequence of elements.
 */
import type { ByteCount } from './byte-count.ts';
import type { FileBytes } from './file-bytes.ts';

/** Elements whose children follow: Segment, Cluster, BlockGroup. */
const CONTAINERS: ReadonlySet<number> = new Set([0x18538067, 0x1f43b675, 0xa0]);
/** SimpleBlock, Block, EncryptedBlock. */
const BLOCKS: ReadonlySet<number> = new Set([0xa3, 0xa1, 0xaf]);
/** BlockAdditions (the alpha channel of VP8) and CodecState, which belong to the preceding block. */
const OF_LAST_BLOCK: ReadonlySet<number> = new Set([0x75a1, 0xa4]);
/** EBML, SeekHead, Info, Tracks, Cues, Tags, Chapters, CRC-32; in clusters Timestamp, PrevSize, Position, SilentTracks. */
const STRUCTURE: ReadonlySet<number> = new Set([
  0x1a45dfa3, 0x114d9b74, 0x1549a966, 0x1654ae6b, 0x1c53bb6b, 0x1254c367, 0x1043a770, 0xbf, 0xe7, 0xab, 0xa7, 0x5854,
  // In block groups: BlockDuration, ReferenceBlock, ReferencePriority, DiscardPadding.
  0x9b, 0xfb, 0xfa, 0x75a2,
]);
const VOID = 0xec;
const MAX_HEADER = 12;

export function countMatroska(file: FileBytes, count: ByteCount): void {
  let at = 0;
  let track: string | null = null;
  while (at < file.size) {
    const element = readElement(file.at(at, MAX_HEADER));
    if (element === null) return;
    const { id, header, content } = element;
    if (CONTAINERS.has(id)) {
      count.structure += header;
      at += header;
      continue;
    }
    if (content === null) return;
    // A truncated file ends inside of its last element.
    const end = Math.min(at + header + content, file.size);
    if (BLOCKS.has(id)) {
      track = trackOf(file.at(at + header, 8));
      if (track === null) return;
      count.add(track, end - at);
    } else if (OF_LAST_BLOCK.has(id) && track !== null) count.add(track, end - at);
    else if (STRUCTURE.has(id) || (id === VOID && file.isZero(at + header, end))) count.structure += end - at;
    at = end;
  }
}

interface Element {
  readonly id: number;
  /** Length of id and size in bytes. */
  readonly header: number;
  /** null if the size is unknown. */
  readonly content: number | null;
}

function readElement(bytes: Buffer): Element | null {
  const idLength = lengthOf(bytes[0]);
  if (idLength === null || idLength > 4 || bytes.length <= idLength) return null;
  const size = readNumber(bytes.subarray(idLength));
  if (size === null) return null;
  return { id: bytes.readUIntBE(0, idLength), header: idLength + size.length, content: size.value };
}

const trackOf = (bytes: Buffer): string | null => {
  const value = readNumber(bytes)?.value ?? null;
  return value === null ? null : String(value);
};

/** Reads a number of variable length: its first byte begins with as many zeros as bytes follow. All ones mean an unknown value. */
function readNumber(bytes: Buffer): { readonly length: number; readonly value: number | null } | null {
  const length = lengthOf(bytes[0]);
  if (length === null || bytes.length < length) return null;
  let value = (bytes[0] ?? 0) & (0xff >> length);
  let isUnknown = value === 0xff >> length;
  for (const byte of bytes.subarray(1, length)) {
    value = value * 256 + byte;
    isUnknown &&= byte === 0xff;
  }
  return { length, value: isUnknown ? null : value };
}

function lengthOf(first: number | undefined): number | null {
  return first === undefined || first === 0 ? null : Math.clz32(first) - 23;
}
