/** Whether the bitrates of a file's tracks add up to its size. Pure. */
import type { Dump } from './dump.ts';

/** The share of a file that may be neither of its tracks. */
export const MAX_OVERHEAD = 0.06;

const BITS = 8;
const MILLISECONDS = 1000;

/**
 * The share of the file that its tracks leave unexplained; negative if they claim more than the file has. null for files without tracks,
 * and if the bitrate or duration of a video or audio track is unknown.
 */
export function overheadOf({ file, media }: Pick<Dump, 'file' | 'media'>): number | null {
  if (media === null) return null;
  let claimed = 0;
  for (const { kind, bitrate, duration } of media.tracks) {
    const length = duration ?? media.duration;
    if (bitrate !== null && length !== null) claimed += (bitrate / BITS) * (length / MILLISECONDS);
    else if (kind === 'video' || kind === 'audio') return null;
  }
  return (file.size - claimed) / file.size;
}

/** A file with tracks is coherent only if they account for it, in both directions. Files without tracks have nothing to compare. */
export function isCoherent(dump: Pick<Dump, 'file' | 'media'>): boolean {
  if (dump.media === null) return true;
  const overhead = overheadOf(dump);
  return overhead !== null && Math.abs(overhead) <= MAX_OVERHEAD;
}
