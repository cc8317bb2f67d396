/** Checks that the tracks of a file add up to its size. Pure. */
import type { Dump, DumpMedia, DumpTrack } from './dump.ts';

/** The share of a file that neither its tracks nor its container need to explain. */
export const MAX_OVERHEAD = 0.06;
/** This many unexplained bytes are always allowed: in a file of one second, the container's headers exceed 6 %. */
export const ALLOWED_BYTES = 2048;

const BITS = 8;
const MILLISECONDS = 1000;

/**
 * The unexplained bytes of the file; negative if the dump claims more bytes than the file has. Counted bytes take precedence over bit rates,
 * which are less exact. null if nothing can be compared: there are no tracks, or a video or audio track has neither counted bytes nor bit
 * rate and duration.
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
 * A dump is incoherent if its tracks claim too few or too many bytes, or if a bit rate contradicts the counted bytes. A dump without
 * comparable numbers is coherent.
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
