/**
 * Computes only the hashes of files, with a thread for each core: MD5, SHA-1 and SHA-256 of the bytes, SHA3-256 of the pixels, perceptual
 * hash. It does not limit hostile files, read tracks or write dumps. It reads paths from standard input and prints their number.
 */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import sharp from 'sharp';
import { perceptualHash, SIDE } from '../../../../mappings/perceptual-hash.ts';

const IMAGE = /\.(?:jpg|png|gif|webp)$/;
/** Decodes the image again at a fraction of its size, which is faster than scaling the pixels. */
const SCALED = /\.(?:jpg|webp)$/;

if (isMainThread) await main();
else await work();

async function main(): Promise<void> {
  const paths = readFileSync(0, 'utf8').trim().split('\n');
  const next = new Int32Array(new SharedArrayBuffer(4));
  const workers = Array.from(
    { length: availableParallelism() },
    () => new Worker(new URL(import.meta.url), { workerData: { paths, next } }),
  );
  const counts = await Promise.all(
    workers.map(
      async (worker) =>
        new Promise<number>((resolve, reject) => {
          worker.once('message', resolve);
          worker.once('error', reject);
        }),
    ),
  );
  process.stdout.write(String(counts.reduce((sum, count) => sum + count, 0)));
}

async function work(): Promise<void> {
  const { paths, next } = workerData as { readonly paths: readonly string[]; readonly next: Int32Array };
  sharp.concurrency(1);
  sharp.cache(false);
  let count = 0;
  for (let path = paths[Atomics.add(next, 0, 1)]; path !== undefined; path = paths[Atomics.add(next, 0, 1)]) {
    count += (await hashAll(path)).length > 0 ? 1 : 0;
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(count);
}

async function hashAll(path: string): Promise<readonly string[]> {
  const bytes = readFileSync(path);
  const hashes = ['md5', 'sha1', 'sha256'].map((algorithm) => hash(algorithm, bytes));
  if (!IMAGE.test(path)) return hashes;
  const { data, info } = await sharp(bytes, { ignoreIcc: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const grey = SCALED.test(path) ? sharp(bytes) : sharp(data, { raw: { width, height, channels: 4 } });
  const small = grey.flatten({ background: '#ffffff' }).greyscale().resize(SIDE, SIDE, { fit: 'fill' }).raw();
  return [...hashes, hash('sha3-256', data), String(perceptualHash(await small.toBuffer()))];
}
