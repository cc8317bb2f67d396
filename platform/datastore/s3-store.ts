/** A datastore in a bucket of any S3-compatible server. Objects appear complete, so nothing is renamed. */
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { GetObjectCommand, HeadObjectCommand, PutObjectCommand, DeleteObjectCommand } from '@aws-sdk/client-s3';
import { ListObjectsV2Command, S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { ConfigError, toError } from '../errors.ts';
import { DatastoreUnavailableError, MARKER_NAME, type Datastore } from './datastore.ts';
import { checkWhole, IncompleteFileError } from './whole-file.ts';

export interface S3Access {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}

const CONNECT_MS = 5_000;
/** Limit in milliseconds between two bytes, and until a response begins. */
const IDLE_MS = 30_000;

/**
 * @param address The bucket and optionally a folder in it: `https://s3.example.org/bucket/archive`.
 * @throws ConfigError when the address has no bucket.
 */
export function createS3Store(address: string, marker: string, access: S3Access): Datastore {
  const { origin, pathname } = new URL(address);
  const [bucket = '', ...folders] = decodeURIComponent(pathname).split('/').filter(Boolean);
  if (bucket === '') throw new ConfigError(`${address} has no bucket: write https://host/bucket`);
  const prefix = folders.map((folder) => `${folder}/`).join('');
  const client = new S3Client({
    endpoint: origin,
    region: access.region,
    credentials: access,
    forcePathStyle: true,
    maxAttempts: 3,
    // Some S3-compatible servers lack the newer checksums. The SHA-256 of every body is signed in any case.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: IDLE_MS, socketTimeout: IDLE_MS },
  });
  const at = (key: string) => ({ Bucket: bucket, Key: `${prefix}${key}` });
  const call = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      const { name, message } = toError(error);
      throw new DatastoreUnavailableError(`${address}: ${name}: ${message}`, { cause: error });
    }
  };
  const read = async (key: string, range?: string): Promise<Readable | null> =>
    call(async () => {
      const answer = await client
        .send(new GetObjectCommand({ ...at(key), ...(range !== undefined && { Range: range }) }))
        .catch(absent);
      return (answer?.Body as Readable | undefined) ?? null;
    });
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
      let next: string | undefined;
      do {
        const from = { Bucket: bucket, Prefix: prefix, ...(next !== undefined && { ContinuationToken: next }) };
        const page = await call(() => client.send(new ListObjectsV2Command(from)));
        for (const { Key = '', Size = 0, LastModified } of page.Contents ?? []) {
          const key = Key.slice(prefix.length);
          if (key !== MARKER_NAME) yield { key, size: Size, modified: LastModified ?? new Date(0) };
        }
        next = page.NextContinuationToken;
      } while (next !== undefined);
    },
    close: () => client.destroy(),
  };
}

function absent(error: unknown): null {
  if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return null;
  throw error;
}
