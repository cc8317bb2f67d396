import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { mediaKey, mediaTypeOf } from '../../mappings/media.ts';
import { DatastoreUnavailableError, type ByteRange } from '../../platform/datastore/datastore.ts';
import type { Datastores } from '../../platform/datastore/datastores.ts';
import { toError, UnavailableError } from '../../platform/errors.ts';
import { matchesEtag } from '../shared/etag.ts';
import { NotFoundError, RefusedError } from '../shared/errors.ts';
import { contentDisposition } from './content-disposition.ts';
import type { FileRow } from './sql.ts';

/** A file may run no scripts and load nothing, whatever it contains. */
const FILE_POLICY = "sandbox; default-src 'none'";
/**
 * Browsers make a page for an image or a video, which shows the file itself and styles it inline. The page may still not run scripts
 * and has no origin.
 */
const SHOWN_FILE_POLICY = `${FILE_POLICY}; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'`;

/**
 * The address names the content, so browsers may keep it for ever. Shared caches ask again after a minute, so that a hidden or purged
 * file is not served for longer.
 */
export const IMMUTABLE = 'public, max-age=31536000, immutable, s-maxage=60';
/** For addresses that may later lead to another file. */
export const CACHE_FOR_AN_HOUR = 'public, max-age=3600, s-maxage=60';

/** A file, and how to read its row again: it may move to another datastore between the query and the first byte. */
export interface SentFile {
  readonly file: FileRow;
  readonly findAgain: () => Promise<FileRow | null>;
  /** For the file itself. A redirect to a datastore's own server is never cached, since files move. */
  readonly cacheControl: string;
  /** The name to save it under. */
  readonly name?: string | undefined;
}

export async function sendFile(
  datastores: Datastores,
  { file, findAgain, cacheControl, name }: SentFile,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const store = await datastores.row(file.datastore_id);
  const key = mediaKey(file.sha256, file.type);
  if (store.redirect_url !== null) {
    void reply.header('cache-control', 'no-cache');
    return reply.redirect(`${store.redirect_url.replace(/\/+$/, '')}/${key}`, 302);
  }
  void reply.header('cache-control', cacheControl);
  const etag = `"${file.sha256.toString('hex')}"`;
  const size = Number(file.size);
  const { mime, isInline } = mediaTypeOf(file.type);
  void reply.headers({
    etag,
    'accept-ranges': 'bytes',
    'content-security-policy': isInline ? SHOWN_FILE_POLICY : FILE_POLICY,
    'x-content-type-options': 'nosniff',
    'content-disposition': contentDisposition(file, isInline, name),
  });
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  void reply.type(mime);
  // If-Range must contain this file's ETag; our files have no dates.
  const isSame = request.headers['if-range'] === undefined || request.headers['if-range'] === etag;
  const range = request.method === 'GET' && isSame ? parseRange(request.headers.range, size) : null;
  if (range === 'unsatisfiable') {
    withoutFileHeaders(reply);
    void reply.header('content-range', `bytes */${size}`);
    throw new RefusedError(416, 'range_unknown', `The file has ${size} bytes; the requested range is outside it.`);
  }
  const length = range === null ? size : range.end - range.start + 1;
  void reply.header('content-length', length);
  // Otherwise Fastify reads the whole file, or sends a length of 0.
  if (request.method === 'HEAD') return reply.send(Readable.from([]));
  if (range !== null) void reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
  const stream = await open(datastores, file, key, range ?? undefined, reply);
  if (stream !== null) return reply.send(stream);
  withoutFileHeaders(reply);
  const moved = await findAgain();
  if (moved !== null && moved.datastore_id !== file.datastore_id) {
    void reply.code(200);
    return sendFile(datastores, { file: moved, findAgain: findNothing, cacheControl, name }, request, reply);
  }
  reply.log.error({ key }, 'a file is missing in its datastore: sagasu media verify');
  throw new NotFoundError('file_missing', 'This file is missing from the archive.');
}

async function findNothing(): Promise<null> {
  return null;
}

/** null if the datastore does not have the file. */
async function open(
  datastores: Datastores,
  file: FileRow,
  key: string,
  range: { readonly start: number; readonly end: number } | undefined,
  reply: FastifyReply,
) {
  return datastores
    .byId(file.datastore_id)
    .then(async (store) => store.open(key, range))
    .catch((error: unknown) => {
      withoutFileHeaders(reply);
      if (!(error instanceof DatastoreUnavailableError)) throw error;
      throw new UnavailableError('datastore', toError(error).message, { cause: error });
    });
}

/** For a problem that is sent instead of the file. */
function withoutFileHeaders(reply: FastifyReply): void {
  for (const name of ['etag', 'accept-ranges', 'content-length', 'content-range', 'content-disposition']) {
    void reply.removeHeader(name);
  }
}

/** RFC 9110. `unsatisfiable`: the file has no such part. null: the whole file, also for several parts or other units. */
export function parseRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return null;
  if (first === '') {
    const count = Number(last);
    return count === 0 ? 'unsatisfiable' : { start: Math.max(0, size - count), end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return null;
  return start >= size ? 'unsatisfiable' : { start, end };
}
