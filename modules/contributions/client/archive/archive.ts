/** A client of an archive that sends dumps no faster than the archive allows. */
import { setTimeout as sleep } from 'node:timers/promises';
import { PACKAGE_TYPE, sealPackage, type KeyPair } from '../../format/package.ts';
import type { ReleaseStatement } from '../../format/release.ts';
import { AppError, toError } from '../../../../platform/errors.ts';
import { DumpRefusedError } from '../contribute/contribute.ts';

const TIMEOUT_MS = 30_000;
/** The time limit of an upload, enough for a large video over a slow connection. */
const FILE_TIMEOUT_MS = 1_800_000;
const MAX_ANSWER_BYTES = 256 * 1024;
/** Attempts for one dump while the archive is down. Answers that only request a delay do not count. */
const ATTEMPTS = 6;
const DEFAULT_WAIT_S = 5;
const LONGEST_WAIT_S = 120;
const TOO_MANY = 429;
const AWAY: ReadonlySet<number> = new Set([502, 503, 504]);
/** Statuses that refuse this dump only: the archive may accept others. */
const REFUSED: ReadonlySet<number> = new Set([413, 422]);

/** The archive cannot be reached, or refuses the request. */
export class ArchiveError extends AppError {
  constructor(message: string, cause?: unknown) {
    super('dump_archive', message, { cause });
  }
}

export interface Archive {
  /** Sends a dump and returns the outcome that the archive reports. @throws ArchiveError, DumpRefusedError */
  send(xml: string): Promise<string>;
  /** Lists missing files that this contributor has offered and the archive requests. @throws ArchiveError */
  wanted(): Promise<readonly WantedFile[]>;
  /** Uploads a file that the archive requests. @throws ArchiveError, DumpRefusedError */
  handOver(sha256: string, file: Blob): Promise<void>;
}

export interface WantedFile {
  readonly sha256: string;
  readonly size: number;
}

export interface ArchiveOptions {
  readonly address: URL;
  /** The keys that sign the packages; null leaves them unsigned. */
  readonly contributor: KeyPair | null;
  /** The release of the client, which signed packages state. */
  readonly release?: ReleaseStatement | null;
  readonly signal?: AbortSignal;
}

/** Fetches the archive's key. @throws ArchiveError */
export async function openArchive({ address, contributor, release, signal }: ArchiveOptions): Promise<Archive> {
  const { key, takesReleases } = await fetchKey(address);
  const stated = takesReleases ? (release ?? null) : null;
  // If the archive asks one request to wait, all requests wait.
  let freeAt = 0;
  const wait = async (): Promise<void> => {
    for (let left = freeAt - Date.now(); left > 0; left = freeAt - Date.now()) {
      await sleep(left, undefined, signal === undefined ? {} : { signal }).catch(throwStopped);
    }
  };
  return {
    async send(xml) {
      const bytes = await sealPackage(xml, key, contributor, stated);
      for (let attempt = 1; ;) {
        await wait();
        const answer = await post(address, bytes).catch((error: unknown) => toError(error));
        if (!(answer instanceof Error) && answer.status === 202) return textOf(answer.body['outcome']);
        if (answer instanceof Error || answer.status !== TOO_MANY) attempt++;
        const problem = answer instanceof Error ? answer : problemOf(address, answer);
        if (attempt > ATTEMPTS || problem instanceof DumpRefusedError || !mayPass(answer)) throw problem;
        freeAt = Math.max(freeAt, Date.now() + (answer instanceof Error ? DEFAULT_WAIT_S : answer.waitS) * 1000);
      }
    },
    wanted: async () => (contributor === null ? [] : listWanted(address, contributor)),
    async handOver(sha256, file) {
      const headers = { 'content-type': PACKAGE_TYPE };
      const init = { method: 'PUT', body: file, headers };
      const answer = await ask(new URL(`/api/v1/dumps/files/${sha256}`, address), init, FILE_TIMEOUT_MS);
      if (answer.status !== 202) throw problemOf(address, answer);
    },
  };
}

async function listWanted(address: URL, { publicKey }: KeyPair): Promise<readonly WantedFile[]> {
  const key = Buffer.from(publicKey).toString('hex');
  const { status, body } = await ask(new URL(`/api/v1/dumps/wanted?contributor=${key}`, address), {});
  const files: unknown = body['files'];
  // Archives of older versions do not request files.
  if (status !== 200 || !Array.isArray(files)) return [];
  return files.filter(
    (file: Partial<WantedFile> | null): file is WantedFile =>
      /^[0-9a-f]{64}$/.test(String(file?.sha256)) && Number.isSafeInteger(file?.size),
  );
}

function mayPass(answer: Error | ArchiveAnswer): boolean {
  return answer instanceof Error || answer.status === TOO_MANY || AWAY.has(answer.status);
}

function problemOf({ origin }: URL, { status, body }: ArchiveAnswer): AppError {
  const detail = textOf(body['detail']);
  if (REFUSED.has(status)) return new DumpRefusedError(detail === '' ? `the archive refuses it (${status})` : detail);
  return new ArchiveError(`${origin} takes no dumps now (status ${status})${detail === '' ? '' : `: ${detail}`}`);
}

function throwStopped(): never {
  throw new ArchiveError('stopped while the archive asked to wait');
}

async function fetchKey(address: URL): Promise<{ readonly key: Buffer; readonly takesReleases: boolean }> {
  const { status, body } = await ask(new URL('/api/v1/dumps/key', address), {});
  const key = Buffer.from(textOf(body['key']), 'base64');
  // Archives of older versions do not know packages with a release.
  if (status === 200 && key.length === 32) return { key, takesReleases: body['takes_releases'] === true };
  throw new ArchiveError(`${address.origin} takes no dumps (status ${status})`);
}

async function post(address: URL, bytes: Buffer): Promise<ArchiveAnswer> {
  const headers = { 'content-type': PACKAGE_TYPE };
  return ask(new URL('/api/v1/dumps', address), { method: 'POST', body: new Uint8Array(bytes), headers });
}

interface ArchiveAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly waitS: number;
}

async function ask(url: URL, init: RequestInit, timeoutMs = TIMEOUT_MS): Promise<ArchiveAnswer> {
  try {
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
    const text = await limitedText(response);
    const after = Number(response.headers.get('retry-after') ?? DEFAULT_WAIT_S);
    return {
      status: response.status,
      body: objectOf(text),
      waitS: after > 0 ? Math.min(after, LONGEST_WAIT_S) : DEFAULT_WAIT_S,
    };
  } catch (error) {
    const { message, cause } = toError(error);
    const why = cause instanceof Error && cause.message !== '' ? cause.message : message;
    throw new ArchiveError(`${url.origin} cannot be reached: ${why}`, error);
  }
}

async function limitedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) throw new Error('the answer is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function objectOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
