/** Downloads a file from the first address at which the source has it. */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Board } from '../../mappings/board.ts';
import { detectMediaType, isDrawn } from '../../mappings/media.ts';
import { statedThumbnailType } from '../../mappings/source-file.ts';
import { requestInTurn } from '../net/host-clock.ts';
import { refusalOf, type Refusal } from '../sources/parse-result.ts';
import type { MediaContext } from './context.ts';
import type { Downloaded, DownloadResult } from './download.ts';
import { hostOutcomeOf } from './host-outcome.ts';
import type { WantedRow } from './sql.ts';

/** Limit for a file of unknown size, and for every file. */
const UNKNOWN_BYTES = 32 * 2 ** 20;
const LARGEST_BYTES = 256 * 2 ** 20;
const THUMB_BYTES = 2 ** 20;
const REPLAY_BYTES = 16 * 2 ** 20;

/** refused: the source sent no file. mismatched: it sent another file than the post names. */
export interface RefusedAtSource {
  readonly kind: 'refused' | 'mismatched';
  readonly url: string;
  readonly refusal: Refusal;
}

export type FoundAtSource =
  | { readonly kind: 'downloaded'; readonly file: Downloaded }
  | RefusedAtSource
  | Exclude<DownloadResult, { readonly kind: 'downloaded' | 'refused' }>;

interface SoughtFile {
  readonly board: Board;
  readonly row: WantedRow;
}

/**
 * Requests one address after the other until the source has the file. If none has it, returns the first refusal or mismatch; `gone` only
 * if every address is gone.
 */
export async function findAtSource(
  context: MediaContext,
  sought: SoughtFile,
  urls: readonly string[],
  signal: AbortSignal,
): Promise<FoundAtSource> {
  const { board, row } = sought;
  const learnt = `${board.id} ${row.kind}`;
  let worst: FoundAtSource = { kind: 'gone' };
  const isStated = statedThumbnailType(row.extra) !== null;
  for (const url of isStated ? urls : likeliestFirst(urls, context.foundEndings.get(learnt))) {
    const found = await request(context, sought, url, signal);
    if (found.kind === 'downloaded' && urls.length > 1) context.foundEndings.set(learnt, endingOf(url));
    if (found.kind !== 'gone' && found.kind !== 'refused' && found.kind !== 'mismatched') return found;
    if (worst.kind === 'gone') worst = found;
  }
  return worst;
}

/** The addresses with the extension that the board's source had last come first, in order: a site has one kind of thumbnails. */
function likeliestFirst(urls: readonly string[], ending: string | undefined): readonly string[] {
  return [...urls.filter((url) => endingOf(url) === ending), ...urls.filter((url) => endingOf(url) !== ending)];
}

function endingOf(url: string): string {
  return url.slice(url.lastIndexOf('.'));
}

async function request(
  { clock, downloader, answers, now, hostDelayMs, ownOrigin, incomingDir }: MediaContext,
  { board, row }: SoughtFile,
  url: string,
  signal: AbortSignal,
): Promise<FoundAtSource> {
  const path = join(incomingDir, `${randomUUID()}.part`);
  const order = { clock, url, proxy: downloader.proxyFor(url), hostDelayMs, ownOrigin, signal };
  const answer = await requestInTurn(order, async () =>
    downloader.download({
      url,
      allowedOrigins: new Set([new URL(board.mediaUrl).origin]),
      path,
      maxBytes: maxBytesOf(row),
      signal,
    }),
  );
  await answers.noteFile(board, { at: now().toISOString(), ...hostOutcomeOf(answer) });
  if (answer.kind === 'refused') return { kind: 'refused', url, refusal: answer.refusal };
  if (answer.kind !== 'downloaded') return answer;
  const mismatch = mismatchOf(row, answer);
  if (mismatch === null) return { kind: 'downloaded', file: answer };
  await rm(answer.path, { force: true });
  return { kind: 'mismatched', url, refusal: mismatch };
}

function maxBytesOf({ kind, media_size: size }: WantedRow): number {
  if (kind !== 'file') return kind === 'thumb' ? THUMB_BYTES : REPLAY_BYTES;
  return size === null ? UNKNOWN_BYTES : Math.min(Math.ceil(size * 1.1), LARGEST_BYTES);
}

/** How the file differs from the values in the post; null if it does not. */
function mismatchOf(row: WantedRow, file: Downloaded): Refusal | null {
  if (row.kind === 'thumb') {
    const { type } = detectMediaType(file.head);
    return isDrawn(type) ? null : refusalOf('media_type', 'the thumbnail is not an image', '');
  }
  if (row.kind === 'replay') return null;
  if (row.media_size !== null && row.media_size !== file.size) {
    return refusalOf('media_size', `the file has ${file.size} bytes, but the post says ${row.media_size}`, '');
  }
  if (row.media_hash !== null && !file.md5.equals(row.media_hash)) {
    const [is, said] = [file.md5, Buffer.from(row.media_hash)].map((md5) => md5.toString('base64'));
    return refusalOf('media_md5', `the file's MD5 is ${is}, but the post says ${said}`, '');
  }
  return null;
}
