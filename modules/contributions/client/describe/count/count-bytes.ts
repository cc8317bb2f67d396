/**
 * Counts the bytes of each track in the container, instead of estimating them from nominal bit rates. The container's structure (headers,
 * indexes, tags, covers, padding of zeros) is counted separately. Other bytes, such as an appended archive, are not counted.
 */
import { ByteCount } from './byte-count.ts';
import { fileBytes, type FileBytes, type ReadPart } from './file-bytes.ts';
import { countFlac } from './flac.ts';
import { countMatroska } from './matroska.ts';
import { countMp4 } from './mp4.ts';
import { countMpegAudio } from './mpeg-audio.ts';
import { countOgg } from './ogg.ts';

const COUNTERS: Readonly<Record<string, (file: FileBytes, count: ByteCount) => void>> = {
  WebM: countMatroska,
  Matroska: countMatroska,
  'MPEG-4': countMp4,
  Ogg: countOgg,
  'MPEG Audio': countMpegAudio,
  FLAC: countFlac,
};

/**
 * Returns null for a container without a counter.
 * @param container The container's name in MediaInfo.
 */
export function countBytes(container: string, file: Buffer | ReadPart, size: number): ByteCount | null {
  const counter = Object.hasOwn(COUNTERS, container) ? COUNTERS[container] : undefined;
  if (counter === undefined) return null;
  const count = new ByteCount();
  counter(fileBytes(file, size), count);
  return count;
}
