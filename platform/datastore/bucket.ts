/** A bucket, or a folder in it, of any S3-compatible server. */
import type { Readable } from 'node:stream';
import { GetObjectCommand, ListObjectsV2Command, S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import type { Config } from '../config.ts';
import { ConfigError, toError } from '../errors.ts';
import { DatastoreUnavailableError, type StoredFile } from './datastore.ts';

export interface S3Access {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}

export interface Bucket {
  readonly client: S3Client;
  /** The parameters that name an object. */
  readonly at: (key: string) => { readonly Bucket: string; readonly Key: string };
  /** @throws DatastoreUnavailableError for every failure of `work` */
  readonly call: <T>(work: () => Promise<T>) => Promise<T>;
  /** null when the key does not exist. `range` is as in HTTP. */
  readonly read: (key: string, range?: string) => Promise<Readable | null>;
  /** The objects whose keys begin with `folder`. */
  readonly list: (folder: string) => AsyncIterable<StoredFile>;
}

const CONNECT_MS = 5_000;
/** Limit in milliseconds between two bytes, and until a response begins. */
const IDLE_MS = 30_000;

/** @throws ConfigError when the settings are missing. */
export function s3AccessOf(
  address: string,
  { s3AccessKeyId, s3SecretAccessKey, s3Region }: Pick<Config, 's3AccessKeyId' | 's3SecretAccessKey' | 's3Region'>,
): S3Access {
  if (s3AccessKeyId === null || s3SecretAccessKey === null)
    throw new ConfigError(`the bucket at ${address} needs SAGASU_S3_ACCESS_KEY_ID and SAGASU_S3_SECRET_ACCESS_KEY`);
  return { accessKeyId: s3AccessKeyId, secretAccessKey: s3SecretAccessKey, region: s3Region };
}

/**
 * @param address The bucket and optionally a folder in it: `https://s3.example.org/bucket/archive`.
 * @throws ConfigError when the address has no bucket.
 */
export function openBucket(address: string, access: S3Access): Bucket {
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
  return {
    client,
    at,
    call,
    async read(key, range) {
      const command = new GetObjectCommand({ ...at(key), ...(range !== undefined && { Range: range }) });
      const answer = await call(() => client.send(command).catch(absent));
      return (answer?.Body as Readable | undefined) ?? null;
    },
    async *list(folder) {
      let next: string | undefined;
      do {
        const page = await call(() =>
          client.send(
            new ListObjectsV2Command({
              Bucket: bucket,
              Prefix: `${prefix}${folder}`,
              ...(next !== undefined && { ContinuationToken: next }),
            }),
          ),
        );
        for (const { Key = '', Size = 0, LastModified } of page.Contents ?? [])
          yield { key: Key.slice(prefix.length), size: Size, modified: LastModified ?? new Date(0) };
        next = page.NextContinuationToken;
      } while (next !== undefined);
    },
  };
}

export function absent(error: unknown): null {
  if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return null;
  throw error;
}
