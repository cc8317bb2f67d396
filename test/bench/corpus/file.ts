import { pick, type Random } from './random.ts';
import { vocabulary } from './vocabulary.ts';

/** Share of files whose bytes were posted before. */
const REPOST_SHARE = 0.22;
/** Files that may be posted again; beyond this number some are forgotten. */
const REMEMBERED = 100_000;
const TYPES = ['jpg', 'jpg', 'jpg', 'jpg', 'jpg', 'png', 'png', 'png', 'webm', 'gif'];

/** The values of a file that are the same in every post of it. */
interface Content {
  readonly mediaHash: Uint8Array;
  readonly mediaType: string;
  readonly mediaSize: number;
  readonly mediaDimsSrcW: number;
  readonly mediaDimsSrcH: number;
}

export interface PostedFile extends Content {
  readonly mediaTime: number;
  readonly mediaName: string;
  readonly mediaDimsThbW: number;
  readonly mediaDimsThbH: number;
}

/** Files are shared by all boards: a file of one board may be reposted on another. */
export function createFiles(random: Random): (time: Date, isOpener: boolean) => PostedFile {
  const known: Content[] = [];
  return (time, isOpener) => {
    const repost = random() < REPOST_SHARE ? known[pick(random, known.length)] : undefined;
    const content = repost ?? newContent(random);
    if (repost === undefined) known[known.length < REMEMBERED ? known.length : pick(random, REMEMBERED)] = content;
    const scale = Math.min(1, (isOpener ? 250 : 125) / Math.max(content.mediaDimsSrcW, content.mediaDimsSrcH));
    const mediaTime = time.getTime() + pick(random, 1000);
    return {
      ...content,
      mediaTime,
      mediaName: nameOf(random, mediaTime),
      mediaDimsThbW: Math.max(1, Math.round(content.mediaDimsSrcW * scale)),
      mediaDimsThbH: Math.max(1, Math.round(content.mediaDimsSrcH * scale)),
    };
  };
}

function newContent(random: Random): Content {
  const mediaHash = Buffer.alloc(16);
  for (let at = 0; at < 16; at += 4) mediaHash.writeUInt32LE(pick(random, 2 ** 32), at);
  return {
    mediaHash,
    mediaType: TYPES[pick(random, TYPES.length)] ?? 'jpg',
    mediaSize: 5_000 + pick(random, 4_000_000),
    mediaDimsSrcW: 200 + pick(random, 3_000),
    mediaDimsSrcH: 200 + pick(random, 3_000),
  };
}

function nameOf(random: Random, time: number): string {
  const kind = random();
  if (kind < 0.4) return String(time - pick(random, 10_000_000));
  if (kind < 0.5) return `IMG_${pick(random, 10_000)}`;
  const { draw } = vocabulary();
  return Array.from({ length: 1 + pick(random, 3) }, () => draw(random)).join(kind < 0.75 ? ' ' : '_');
}
