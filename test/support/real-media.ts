/** Real media files, made by ffmpeg. The same arguments make the same tracks, in every container. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const VIDEO = ['-f', 'lavfi', '-i', 'testsrc=size=96x72:rate=8'];
const SOUND = ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000'];
const VP8 = ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-b:v', '100k'];
const VP9 = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-b:v', '100k'];
const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast'];

/** Durations by file name. */
export const MEDIA_KINDS = {
  'vp8.webm': [...VIDEO, ...VP8],
  'vp8-vorbis.webm': [...VIDEO, ...SOUND, ...VP8, '-c:a', 'libvorbis'],
  'vp9.webm': [...VIDEO, ...VP9],
  'vp9-quiet-opus.webm': [...VIDEO, ...SOUND, ...VP9, '-c:a', 'libopus', '-b:a', '12k'],
  'live.webm': [...VIDEO, ...SOUND, ...VP8, '-c:a', 'libvorbis', '-f', 'webm', '-live', '1'],
  'h264-aac.mkv': [...VIDEO, ...SOUND, ...H264, '-c:a', 'aac'],
  'h264-aac.mp4': [...VIDEO, ...SOUND, ...H264, '-c:a', 'aac', '-movflags', '+faststart'],
  'fragments.mp4': [...VIDEO, ...SOUND, ...H264, '-c:a', 'aac', '-movflags', 'frag_keyframe+empty_moov'],
  'theora-vorbis.ogv': [...VIDEO, ...SOUND, '-c:v', 'libtheora', '-c:a', 'libvorbis'],
  'vorbis.ogg': [...SOUND, '-c:a', 'libvorbis'],
  'opus.ogg': [...SOUND, '-c:a', 'libopus'],
  'constant.mp3': [...SOUND, '-c:a', 'libmp3lame', '-b:a', '128k', '-write_id3v1', '1', '-metadata', 'title=A title'],
  'variable.mp3': [...SOUND, '-c:a', 'libmp3lame', '-q:a', '6'],
  'flac.flac': [...SOUND, '-c:a', 'flac'],
  'wave.wav': SOUND,
  'gif.gif': ['-f', 'lavfi', '-i', 'testsrc=size=40x30:rate=4'],
} as const;

export type MediaKind = keyof typeof MEDIA_KINDS;

/** @returns the path of the file. */
export function makeMedia(folder: string, kind: MediaKind, seconds: number): string {
  const path = join(folder, `${seconds}-${kind}`);
  ffmpeg([...MEDIA_KINDS[kind], '-t', String(seconds), path]);
  return path;
}

/** An MP3 with a picture of some 100 KB in its tag. */
export function makeCoveredMp3(folder: string): string {
  const [sound, cover, path] = ['plain.mp3', 'cover.png', 'covered.mp3'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  ffmpeg([...MEDIA_KINDS['variable.mp3'], '-t', '5', sound]);
  ffmpeg(['-f', 'lavfi', '-i', 'nullsrc=size=200x200,geq=random(1)*255:128:128', '-frames:v', '1', cover]);
  ffmpeg(['-i', sound, '-i', cover, '-map', '0', '-map', '1', '-c', 'copy', path]);
  if (readFileSync(path).length < readFileSync(sound).length * 2) throw new Error('the cover is too small');
  return path;
}

function ffmpeg(options: readonly string[]): void {
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-bitexact', ...options], { stdio: ['ignore', 'ignore', 'inherit'] });
}
