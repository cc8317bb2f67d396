import type { Dump } from '../../../format/dump.ts';

/** A coherent video of 10 s: its two tracks are 990,000 of 1,000,000 bytes. */
export const VIDEO: Dump = {
  client: { name: 'sagasu', version: '1.2.0' },
  file: {
    size: 1_000_000,
    type: 'mp4',
    md5: 'a'.repeat(32),
    sha1: 'b'.repeat(40),
    sha256: 'c'.repeat(64),
    offered: false,
  },
  image: null,
  media: {
    container: 'MPEG-4',
    duration: 10_000,
    structure: null,
    tracks: [
      { kind: 'video', codec: 'AVC', bitrate: 700_000, bytes: null, duration: 10_000, width: 640, height: 360 },
      { kind: 'audio', codec: 'AAC LC', bitrate: 92_000, bytes: null, duration: 10_000, width: null, height: null },
    ],
  },
};

export const PICTURE: Dump = {
  client: { name: 'sagasu', version: '1.2.0' },
  file: { ...VIDEO.file, type: 'jpg', offered: true },
  image: {
    width: 800,
    height: 600,
    pixels: 'd'.repeat(64),
    perceptual: '-42',
    exif: [
      { tag: 'Make', value: 'Pentax "K" <1> & more' },
      { tag: 'Software', value: '版 1' },
    ],
  },
  media: null,
};
