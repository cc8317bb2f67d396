/**
 * Hashes a local file to search for it; only the hashes leave the browser. A library is used because Web Crypto has no MD5,
 * needs the whole file in memory, and is missing on pages served without TLS.
 */
import { md5 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';

export interface FileHashes {
  /** In base64, as imageboards write it. */
  readonly md5: string;
  /** In hexadecimal. */
  readonly sha256: string;
}

export interface HashOptions {
  /** Bytes read so far, of `file.size`. */
  readonly onProgress?: (bytes: number) => void;
  readonly signal?: AbortSignal;
}

/** About 15 ms of work on a slow machine; the page can render and respond between chunks. */
const CHUNK_BYTES = 256 * 1024;

/** @throws the signal's reason once it is aborted; DOMException if the file can no longer be read. */
export async function hashFile(file: Blob, { onProgress, signal }: HashOptions = {}): Promise<FileHashes> {
  const [short, long] = [md5.create(), sha256.create()];
  for (let start = 0; start < file.size; start += CHUNK_BYTES) {
    signal?.throwIfAborted();
    const chunk = new Uint8Array(await file.slice(start, start + CHUNK_BYTES).arrayBuffer());
    short.update(chunk);
    long.update(chunk);
    onProgress?.(start + chunk.length);
    await nextTask();
  }
  signal?.throwIfAborted();
  return { md5: toBase64(short.digest()), sha256: toHex(long.digest()) };
}

/** Yields with a task: a microtask would not let the page render, and each time-out would wait 4 ms. */
async function nextTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  await new Promise<void>((resolve) => {
    port1.addEventListener(
      'message',
      () => {
        resolve();
      },
      { once: true },
    );
    port1.start();
    port2.postMessage(null);
  });
  port1.close();
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
