/**
 * A folder for packages that arrive while PostgreSQL is down. Each package is kept sealed in a file that is named by its digest, so the same
 * package twice is one file. The folder has a quota. Its packages move to PostgreSQL when that is back.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface SpoolQuota {
  readonly files: number;
  readonly bytes: number;
}

const QUOTA: SpoolQuota = { files: 20_000, bytes: 64 * 2 ** 20 };
const SUFFIX = '.package';

/** done: the package is stored or finally refused. wait: it stays in the spool. */
export type Drained = 'done' | 'wait';

export class Spool {
  readonly #folder: string;
  readonly #quota: SpoolQuota;
  #used: Promise<{ files: number; bytes: number }> | null = null;
  #draining: Promise<number> | null = null;

  constructor(folder: string, quota: SpoolQuota = QUOTA) {
    this.#folder = folder;
    this.#quota = quota;
  }

  /** Returns false, and keeps nothing, if the quota is used up. */
  async add(bytes: Uint8Array): Promise<boolean> {
    const used = await this.#count();
    if (used.files >= this.#quota.files || used.bytes + bytes.length > this.#quota.bytes) return false;
    // The package counts before it is written, so that concurrent requests share the quota.
    used.files++;
    used.bytes += bytes.length;
    const name = `${createHash('sha256').update(bytes).digest('hex')}${SUFFIX}`;
    const partial = join(this.#folder, `${name}.${crypto.randomUUID()}.part`);
    try {
      await writeFile(partial, bytes, { flush: true });
      await rename(partial, join(this.#folder, name));
    } catch (error) {
      this.#used = null;
      await rm(partial, { force: true });
      throw error;
    }
    return true;
  }

  /** Passes every package to `take`, sorted by name, until one has to wait. Returns how many were done. */
  async drain(take: (bytes: Buffer) => Promise<Drained>): Promise<number> {
    this.#draining ??= this.#drain(take).finally(() => {
      this.#draining = null;
    });
    return this.#draining;
  }

  async #drain(take: (bytes: Buffer) => Promise<Drained>): Promise<number> {
    let done = 0;
    try {
      for (const name of await this.#names()) {
        const path = join(this.#folder, name);
        if ((await take(await readFile(path))) === 'wait') break;
        await rm(path, { force: true });
        done++;
      }
    } finally {
      // The next package recounts the folder, since equal packages were counted twice but are one file.
      if (done > 0) this.#used = null;
    }
    return done;
  }

  async #names(): Promise<readonly string[]> {
    const names = await readdir(this.#folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    return names.filter((name) => name.endsWith(SUFFIX)).toSorted();
  }

  async #count(): Promise<{ files: number; bytes: number }> {
    this.#used ??= this.#measure();
    try {
      return await this.#used;
    } catch (error) {
      this.#used = null;
      throw error;
    }
  }

  async #measure(): Promise<{ files: number; bytes: number }> {
    await mkdir(this.#folder, { recursive: true });
    const sizes = await Promise.all((await this.#names()).map(async (name) => this.#sizeOf(name)));
    return { files: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
  }

  /** Returns 0 for a file that was drained in the meantime. */
  async #sizeOf(name: string): Promise<number> {
    return stat(join(this.#folder, name)).then(
      ({ size }) => size,
      () => 0,
    );
  }
}
