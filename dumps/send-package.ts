/** Sends packages to an archive, no faster than it allows. */
import { setTimeout as sleep } from 'node:timers/promises';
import { PACKAGE_TYPE } from '../mappings/dump/package.ts';
import { AppError, toError } from '../platform/errors.ts';

const TIMEOUT_MS = 30_000;
const MAX_ANSWER_BYTES = 64 * 1024;
const ATTEMPTS = 5;
const DEFAULT_WAIT_S = 5;
const LONGEST_WAIT_S = 120;
const PAUSING: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** The archive cannot be asked, or refuses. */
export class ArchiveError extends AppError {
  constructor(message: string, cause?: unknown) {
    super('dump_archive', message, { cause });
  }
}

/** @param archive Address of the archive. @throws ArchiveError */
export async function fetchArchiveKey(archive: URL): Promise<Buffer> {
  const { status, body } = await ask(new URL('/api/v1/dumps/key', archive), {});
  const key = Buffer.from(typeof body['key'] === 'string' ? body['key'] : '', 'base64');
  if (status !== 200 || key.length !== 32)
    throw new ArchiveError(`${archive.origin} takes no dumps (status ${status})`);
  return key;
}

/** Returns what became of the dump, in the archive's word. @throws ArchiveError */
export async function sendPackage(archive: URL, bytes: Buffer): Promise<string> {
  const headers = { 'content-type': PACKAGE_TYPE };
  for (let attempt = 1; ; attempt++) {
    const { status, body, waitS } = await ask(new URL('/api/v1/dumps', archive), {
      method: 'POST',
      body: bytes,
      headers,
    });
    if (status === 202) return textOf(body['outcome']);
    if (!PAUSING.has(status) || attempt === ATTEMPTS) {
      throw new ArchiveError(`${archive.origin} refuses a dump (status ${status}): ${textOf(body['detail'])}`);
    }
    await sleep(waitS * 1000);
  }
}

interface ArchiveAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly waitS: number;
}

async function ask(url: URL, init: RequestInit): Promise<ArchiveAnswer> {
  try {
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
    const text = await limitedText(response);
    const after = Number(response.headers.get('retry-after') ?? DEFAULT_WAIT_S);
    return {
      status: response.status,
      body: objectOf(text),
      waitS: after > 0 ? Math.min(after, LONGEST_WAIT_S) : DEFAULT_WAIT_S,
    };
  } catch (error) {
    throw new ArchiveError(`${url.origin} cannot be reached: ${toError(error).message}`, error);
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
