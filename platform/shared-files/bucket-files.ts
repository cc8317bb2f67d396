import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  UploadPartCommand,
  type CompletedPart,
} from '@aws-sdk/client-s3';
import { absent, openBucket, s3AccessOf, type Bucket } from '../datastore/bucket.ts';
import type { SharedFile, SharedFiles, SharedFilesConfig } from './shared-files.ts';

/** A file has at most 10,000 parts, so the largest one has 160 GB. */
const PART_BYTES = 16 * 2 ** 20;
/** Processes list their folders every few seconds, and a list costs money. */
const LIST_FRESH_MS = 60_000;

type Content = Parameters<SharedFiles['write']>[1];

interface BucketOptions {
  readonly partBytes: number;
  /** Lists are read again after so many milliseconds. */
  readonly freshMs: number;
}

/** @throws ConfigError when the settings for s3 are missing, or the address has no bucket. */
export function createBucketFiles(
  address: string,
  config: Omit<SharedFilesConfig, 'dataDir'>,
  { partBytes, freshMs }: BucketOptions = { partBytes: PART_BYTES, freshMs: LIST_FRESH_MS },
): SharedFiles {
  const bucket = openBucket(address, s3AccessOf(address, config));
  const { client, at, call } = bucket;
  const lists = new Map<string, { readonly files: readonly SharedFile[]; readonly at: number }>();
  const changed = (key: string) => void lists.delete(key.slice(0, key.indexOf('/')));
  return {
    async write(key, content) {
      await upload(bucket, key, inParts(content, partBytes));
      changed(key);
    },
    open: async (key, range) => bucket.read(key, range && `bytes=${range.start}-${range.end}`),
    size: async (key) =>
      (await call(async () => client.send(new HeadObjectCommand(at(key))).catch(absent)))?.ContentLength ?? null,
    async delete(key) {
      await call(async () => client.send(new DeleteObjectCommand(at(key))).catch(absent));
      changed(key);
    },
    async list(folder) {
      const known = lists.get(folder);
      if (known !== undefined && performance.now() - known.at < freshMs) return known.files;
      const now = performance.now();
      const files: SharedFile[] = [];
      for await (const { key, size, modified } of bucket.list(`${folder}/`))
        files.push({ name: key.slice(folder.length + 1), size, modified });
      const sorted = files.toSorted((one, other) => (one.name < other.name ? -1 : 1));
      lists.set(folder, { files: sorted, at: now });
      return sorted;
    },
    close: () => client.destroy(),
  };
}

/** In parts, since the size is unknown until the end. A file of one part is sent at once. */
async function upload({ client, at, call }: Bucket, key: string, parts: AsyncIterable<Buffer>): Promise<void> {
  let id: string | undefined;
  const sent: CompletedPart[] = [];
  const send = async (part: Buffer) => {
    const named = { ...at(key), UploadId: id, PartNumber: sent.length + 1 };
    const { ETag } = await call(async () => client.send(new UploadPartCommand({ ...named, Body: part })));
    sent.push({ PartNumber: named.PartNumber, ETag });
  };
  try {
    let last: Buffer = Buffer.alloc(0);
    for await (const part of parts) {
      if (last.length > 0) {
        id ??= (await call(async () => client.send(new CreateMultipartUploadCommand(at(key))))).UploadId;
        await send(last);
      }
      last = part;
    }
    if (id === undefined) {
      await call(async () => client.send(new PutObjectCommand({ ...at(key), Body: last })));
      return;
    }
    await send(last);
    const complete = { ...at(key), UploadId: id, MultipartUpload: { Parts: sent } };
    await call(async () => client.send(new CompleteMultipartUploadCommand(complete)));
  } catch (error) {
    if (id !== undefined) {
      const abandoned = new AbortMultipartUploadCommand({ ...at(key), UploadId: id });
      // The first error matters; the bucket's own rules remove an upload that is left.
      await client.send(abandoned).catch(() => undefined);
    }
    throw error;
  }
}

async function* inParts(content: Content, partBytes: number): AsyncGenerator<Buffer> {
  let pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of content) {
    pieces.push(piece);
    length += piece.length;
    if (length < partBytes) continue;
    yield Buffer.concat(pieces);
    [pieces, length] = [[], 0];
  }
  if (length > 0) yield Buffer.concat(pieces);
}
