/** Whether the tracks of a file add up to its size. Pure. */
import type { Dump, DumpMedia, DumpTrack } from './dump.ts';

/** The share of a file that may be neither of its tracks nor its container's. */
export const MAX_OVERHEAD = 0.06;
/** Bytes that may be, of however small a file: the headers of a container exceed 6 % of a file of one second. */
export const ALLOWED_BYTES = 2048;

const BITS = 8;
const MILLISECONDS = 1000;

/**
 * The bytes of the file that nothing explains; negative if the dump claims more than the file has. Counted bytes explain more exactly than
 * bit rates. null if there is nothing to compare: no tracks, or a video or audio track with neither counted bytes nor bit rate and duration.
 */
export function unexplainedBytes({ file, media }: Pick<Dump, 'file' | 'media'>): number | null {
  if (media === null) return null;
  let claimed = media.structure ?? 0;
  for (const track of media.tracks) {
    const bytes = track.bytes ?? bytesByRate(track, media);
    if (bytes !== null) claimed += bytes;
    else if (track.kind === 'video' || track.kind === 'audio') return null;
  }
  return file.size - claimed;
}

function bytesByRate({ bitrate, duration }: DumpTrack, media: DumpMedia): number | null {
  const length = duration ?? media.duration;
  return bitrate === null || length === null ? null : (bitrate / BITS) * (length / MILLISECONDS);
}

/**
 * A dump is incoherent if its tracks do not account for the file, in both directions, or if a bit rate contradicts the counted bytes. What
 * cannot be compared contradicts nothing.
 */
export function isCoherent(dump: Pick<Dump, 'file' | 'media'>): boolean {
  const { file, media } = dump;
  if (media === null) return true;
  const allowed = Math.max(MAX_OVERHEAD * file.size, ALLOWED_BYTES);
  const isWithin = (bytes: number | null): boolean => bytes === null || Math.abs(bytes) <= allowed;
  return (
    isWithin(unexplainedBytes(dump)) &&
    media.tracks.every((track) => {
      const byRate = bytesByRate(track, media);
      return track.bytes === null || byRate === null || isWithin(track.bytes - byRate);
    })
  );
}
