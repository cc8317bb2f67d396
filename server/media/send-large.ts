import { buffer } from 'node:stream/consumers';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LARGE_THUMBNAIL, mediaKey, mediaTypeOf } from '../../mappings/media.ts';
import type { Datastores } from '../../platform/datastore/datastores.ts';
import { matchesEtag } from '../shared/etag.ts';
import { CACHE_FOR_AN_HOUR } from './send-file.ts';
import type { FileRow } from './sql.ts';

/** The large thumbnail of this file, some 40 KB; null if none is stored. Its datastore may redirect readers, but it has no row to tell. */
export async function sendLarge(
  datastores: Datastores,
  { sha256, datastore_id: storeId }: FileRow,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | null> {
  const store = await datastores.byId(storeId);
  const stream = await store.open(mediaKey(sha256, LARGE_THUMBNAIL));
  if (stream === null) return null;
  const bytes = await buffer(stream);
  const etag = `"${sha256.toString('hex')}-${bytes.length}"`;
  void reply.headers({
    etag,
    'cache-control': CACHE_FOR_AN_HOUR,
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
  });
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply.type(mediaTypeOf(LARGE_THUMBNAIL).mime).send(bytes);
}
