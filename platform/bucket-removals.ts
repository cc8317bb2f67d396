/**
 * The lines of the log of removals in a bucket. A bucket cannot append, so each entry is an object that is named by its time. When there
 * are many, a reader joins them into one object, which sorts behind the last one that it contains. Lines may thus occur twice: they are
 * repeated in their order, so the result is the same.
 */
import { createHash, randomUUID } from 'node:crypto';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { absent, openBucket, s3AccessOf, type Bucket } from './datastore/bucket.ts';
import { readIfThere, REMOVAL_FILE, type RemovalLines } from './removal-log.ts';
import type { SharedFilesConfig } from './shared-files/shared-files.ts';

const FOLDER = 'removals/';
const END = '.ndjson';
/** Objects above which a reader joins them: reading one takes milliseconds. */
const JOIN_ABOVE = 200;
const AT_ONCE = 16;
const ATTEMPTS = 10;

/** @throws ConfigError when the settings for s3 are missing, or the address has no bucket. */
export function createBucketRemovals(
  address: string,
  config: Omit<SharedFilesConfig, 'sharedFiles'>,
): Omit<RemovalLines, 'path'> {
  const bucket = openBucket(address, s3AccessOf(address, config));
  return {
    append: async (lines) => put(bucket, `${new Date().toISOString()}-${randomUUID()}`, lines),
    async read() {
      await moveFile(bucket, join(config.dataDir, REMOVAL_FILE));
      for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
        const keys: string[] = [];
        for await (const { key } of bucket.list(FOLDER)) keys.push(key);
        keys.sort();
        const text = await readAll(bucket, keys);
        if (text === null) continue;
        if (keys.length > JOIN_ABOVE) await joinObjects(bucket, keys, text);
        return text;
      }
      throw new Error('objects of the log vanish while they are read');
    },
  };
}

async function put({ client, at, call }: Bucket, name: string, lines: string): Promise<void> {
  await call(async () => client.send(new PutObjectCommand({ ...at(`${FOLDER}${name}${END}`), Body: lines })));
}

/** Moves the log of an archive that had no bucket before. Its name sorts before all others. */
async function moveFile(bucket: Bucket, path: string): Promise<void> {
  const lines = await readIfThere(path);
  if (lines === '') return;
  await put(bucket, `0-${createHash('sha256').update(lines).digest('hex')}`, lines);
  // Another process of this machine may move it too.
  await rename(path, `${path}.moved`).catch(async (error: unknown) => {
    if ((await readIfThere(path)) !== '') throw error;
  });
}

/** null when another process joined objects meanwhile. */
async function readAll(bucket: Bucket, keys: readonly string[]): Promise<string | null> {
  const texts: string[] = [];
  for (let from = 0; from < keys.length; from += AT_ONCE) {
    const some = await Promise.all(keys.slice(from, from + AT_ONCE).map(async (key) => readText(bucket, key)));
    for (const text of some) {
      if (text === null) return null;
      texts.push(text);
    }
  }
  return texts.join('\n');
}

async function readText(bucket: Bucket, key: string): Promise<string | null> {
  const body = await bucket.read(key);
  if (body === null) return null;
  const pieces: Buffer[] = [];
  for await (const piece of body as AsyncIterable<Buffer>) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}

async function joinObjects(bucket: Bucket, keys: readonly string[], text: string): Promise<void> {
  const { client, at, call } = bucket;
  const last = keys.at(-1)?.slice(FOLDER.length, -END.length) ?? '';
  await put(bucket, `${last}~`, text);
  for (let from = 0; from < keys.length; from += AT_ONCE) {
    const some = keys.slice(from, from + AT_ONCE);
    await Promise.all(
      some.map(async (key) => call(async () => client.send(new DeleteObjectCommand(at(key))).catch(absent))),
    );
  }
}
