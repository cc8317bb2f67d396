/** A datastore in a bucket of any S3-compatible server. Objects appear complete, so nothing is renamed. */
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { DeleteObjectCommand, HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { absent, openBucket, type S3Access } from './bucket.ts';
import { DatastoreUnavailableError, MARKER_NAME, type Datastore } from './datastore.ts';
import { checkWhole, IncompleteFileError } from './whole-file.ts';

/**
 * @param address The bucket and optionally a folder in it: `https://s3.example.org/bucket/archive`.
 * @throws ConfigError when the address has no bucket.
 */
export function createS3Store(address: string, marker: string, access: S3Access): Datastore {
  const { client, at, call, read, list } = openBucket(address, access);
  const readMarker = async (): Promise<string | null> => {
    const body = await read(MARKER_NAME);
    if (body === null) return null;
    let text = '';
    for await (const piece of body as AsyncIterable<Buffer>) text += piece.toString('utf8');
    return text.trim();
  };
  const check = async () => {
    const found = await readMarker();
    if (found === marker) return;
    throw new DatastoreUnavailableError(
      found === null
        ? `${address} has no ${MARKER_NAME}. Nothing was written.`
        : `${address} belongs to another archive (${MARKER_NAME} contains ${found}). Nothing was written.`,
    );
  };
  return {
    check,
    async mark() {
      const found = await readMarker();
      if (found === marker) return;
      if (found !== null)
        throw new DatastoreUnavailableError(`${address} belongs to another archive (${MARKER_NAME}).`);
      await call(() => client.send(new PutObjectCommand({ ...at(MARKER_NAME), Body: `${marker}\n` })));
    },
    async put({ key, path, size, sha256, mime }) {
      await check();
      await checkWhole(path, { size, sha256 });
      await call(() =>
        client.send(
          new PutObjectCommand({ ...at(key), Body: createReadStream(path), ContentLength: size, ContentType: mime }),
        ),
      );
      const stored = await call(() => client.send(new HeadObjectCommand(at(key))));
      if (stored.ContentLength !== size) {
        await call(() => client.send(new DeleteObjectCommand(at(key))).catch(absent));
        throw new IncompleteFileError(`${address} has ${stored.ContentLength} bytes of ${key}, which has ${size}`);
      }
      await rm(path, { force: true });
    },
    async open(key, range) {
      return read(key, range && `bytes=${range.start}-${range.end}`);
    },
    async exists(key) {
      return (await call(() => client.send(new HeadObjectCommand(at(key))).catch(absent))) !== null;
    },
    async delete(key) {
      await check();
      await call(() => client.send(new DeleteObjectCommand(at(key))).catch(absent));
    },
    async *list() {
      await check();
      for await (const file of list('')) if (file.key !== MARKER_NAME) yield file;
    },
    close: () => client.destroy(),
  };
}
