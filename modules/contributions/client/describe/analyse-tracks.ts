/** Container, duration and tracks of audio and video files, from MediaInfo (MediaInfoLib as WebAssembly). */
import { mediaInfoFactory, type MediaInfo, type Track } from 'mediainfo.js';
import { UNKNOWN_CODEC, type DumpMedia, type DumpTrack } from '../../format/dump.ts';
import { oneLine } from '../../format/write-dump.ts';
import { ONLY_TRACK, type ByteCount } from './count/byte-count.ts';
import { countBytes } from './count/count-bytes.ts';
import type { ReadPart } from './count/file-bytes.ts';

const MAX_CODEC = 64;

export interface TrackAnalyser {
  /** Returns null for a file without audio and video. It must not be called concurrently. */
  analyse(file: Buffer | ReadPart, size: number): Promise<DumpMedia | null>;
  close(): void;
}

export function createTrackAnalyser(): TrackAnalyser {
  // The library is loaded on first use: loading takes longer than describing most files, which have no tracks.
  let library: MediaInfo | null = null;
  return {
    async analyse(file, size) {
      library ??= await mediaInfoFactory({ format: 'object' });
      try {
        const read: ReadPart =
          typeof file === 'function' ? file : (length, offset) => file.subarray(offset, offset + length);
        const found = await library.analyzeData(size, read);
        return mediaOf(found.media?.track ?? [], (container) => countBytes(container, file, size));
      } catch (error) {
        // After an error, the library may be in an undefined state.
        library = null;
        throw error;
      }
    },
    close() {
      library?.close();
      library = null;
    },
  };
}

const KINDS: Readonly<Partial<Record<Track['@type'], DumpTrack['kind']>>> = {
  Video: 'video',
  Audio: 'audio',
  Text: 'text',
  Other: 'other',
};

function mediaOf(found: readonly Track[], countOf: (container: string) => ByteCount | null): DumpMedia | null {
  const general = found.find((track) => track['@type'] === 'General');
  if (general === undefined || !found.some((track) => track['@type'] === 'Video' || track['@type'] === 'Audio')) {
    return null;
  }
  const container = nameOf(general.Format);
  const duration = milliseconds(general.Duration);
  const count = countOf(container);
  const tracks = found.flatMap((track) => {
    const kind = KINDS[track['@type']];
    return kind === undefined ? [] : [trackOf(track, kind, duration, count)];
  });
  return { container, duration, structure: count === null ? null : capped(count.rest()), tracks };
}

function trackOf(
  track: Track,
  kind: DumpTrack['kind'],
  fileDuration: number | null,
  count: ByteCount | null,
): DumpTrack {
  const said: Readonly<Record<string, unknown>> = { ...track };
  const duration = milliseconds(said['Duration']);
  const id = said['ID'];
  const counted = count?.take(typeof id === 'string' || typeof id === 'number' ? String(id) : ONLY_TRACK) ?? null;
  const bytes = counted === null ? null : capped(counted);
  return {
    kind,
    codec: nameOf(
      [said['Format'], said['Format_AdditionalFeatures']].filter((part) => typeof part === 'string').join(' '),
    ),
    // MediaInfo's bit rates of WebM and Ogg are nominal or estimated.
    bitrate:
      bytes === null
        ? (whole(said['BitRate']) ?? bitrateOf(said['StreamSize'], duration))
        : bitrateOf(bytes, duration ?? fileDuration),
    bytes,
    duration,
    width: kind === 'video' ? whole(said['Width']) || null : null,
    height: kind === 'video' ? whole(said['Height']) || null : null,
  };
}

function bitrateOf(bytes: unknown, duration: number | null): number | null {
  const size = whole(bytes);
  return size === null || duration === null || duration === 0 ? null : capped(Math.round((size * 8000) / duration));
}

/** A hostile file may claim larger numbers than the dump format allows. */
const capped = (value: number): number => Math.min(value, 2 ** 40);

function milliseconds(seconds: unknown): number | null {
  return typeof seconds === 'number' && seconds >= 0 ? Math.round(seconds * 1000) : null;
}

function whole(value: unknown): number | null {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? Math.round(number) : null;
}

/** The dump format only allows printable ASCII. */
function nameOf(format: unknown): string {
  const name = typeof format === 'string' ? oneLine(format.replaceAll(/[^ -~]/g, ''), MAX_CODEC) : '';
  return name === '' ? UNKNOWN_CODEC : name;
}
