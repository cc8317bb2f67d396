/**
 * The two hashes by which a file on the reader's own disk is searched for. Nothing of it leaves the browser but those. By
 * a library and not by the browser's own functions: those know no MD5, want the whole file at once, and are absent
 * from pages that came without TLS.
 */
import { md5 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';

export interface FileHashes {
  /** As imageboards write it: base64. */
  readonly md5: string;
  /** In hexadecimal. */
  readonly sha256: string;
}

export interface HashOptions {
  /** Bytes read so far, of `file.size`. */
  readonly onProgress?: (bytes: number) => void;
  readonly signal?: AbortSignal;
}

/** Some 15 ms of work on a slow machine: between two of them the page draws and listens. */
const CHUNK_BYTES = 256 * 1024;

/** @throws the signal's reason when it is aborted; what the browser throws when the file cannot be read any more. */
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

/** A task and not a microtask, which would come before what the page has to do; a time-out would wait 4 ms each. */
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
