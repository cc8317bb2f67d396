/**
 * Packages that arrive while PostgreSQL is down. Each package is kept sealed in a file that is named by its digest, so the same package
 * twice is one file. There is a quota. The packages move to PostgreSQL when that is back; any server may move them.
 */
import { createHash } from 'node:crypto';
import { readShared, type SharedFiles } from '../../../platform/shared-files/shared-files.ts';
import { SPOOL_FOLDER } from '../format/changes.ts';

export interface SpoolQuota {
  readonly files: number;
  readonly bytes: number;
}

const QUOTA: SpoolQuota = { files: 20_000, bytes: 64 * 2 ** 20 };
const SUFFIX = '.package';

/** done: the package is stored or finally refused. wait: it stays in the spool. */
export type Drained = 'done' | 'wait';

export class Spool {
  readonly #files: SharedFiles;
  readonly #quota: SpoolQuota;
  #used: Promise<{ files: number; bytes: number }> | null = null;
  #draining: Promise<number> | null = null;

  constructor(files: SharedFiles, quota: SpoolQuota = QUOTA) {
    this.#files = files;
    this.#quota = quota;
  }

  /** Returns false, and keeps nothing, if the quota is used up. */
  async add(bytes: Uint8Array): Promise<boolean> {
    const used = await this.#count();
    if (used.files >= this.#quota.files || used.bytes + bytes.length > this.#quota.bytes) return false;
    // The package counts before it is written, so that concurrent requests share the quota.
    used.files++;
    used.bytes += bytes.length;
    try {
      await this.#files.write(keyOf(`${createHash('sha256').update(bytes).digest('hex')}${SUFFIX}`), [bytes]);
    } catch (error) {
      this.#used = null;
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
      for (const { name } of await this.#packages()) {
        const bytes = await readShared(this.#files, keyOf(name));
        // Another server has moved it.
        if (bytes === null) continue;
        if ((await take(bytes)) === 'wait') break;
        await this.#files.delete(keyOf(name));
        done++;
      }
    } finally {
      // The next package counts them again: equal packages are one file, and other servers move packages too.
      this.#used = null;
    }
    return done;
  }

  async #packages() {
    return (await this.#files.list(SPOOL_FOLDER)).filter(({ name }) => name.endsWith(SUFFIX));
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
    const packages = await this.#packages();
    return { files: packages.length, bytes: packages.reduce((sum, { size }) => sum + size, 0) };
  }
}

function keyOf(name: string): string {
  return `${SPOOL_FOLDER}/${name}`;
}
