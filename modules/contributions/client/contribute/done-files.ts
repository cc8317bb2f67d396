/** The list of finished files. Each line is a hash of path, size, modification time and the options that affect the dump. */
import { createHash } from 'node:crypto';
import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { AppError, toError } from '../../../../platform/errors.ts';
import type { FoundFile } from './find-files.ts';

export class DoneFiles {
  readonly #path: string;
  readonly #known: Set<string>;
  readonly #about: string;

  private constructor(path: string, known: Set<string>, about: string) {
    this.#path = path;
    this.#known = known;
    this.#about = about;
  }

  /** @param about The options that affect the dump: with another client, or with an offer, the file is described again. */
  static async open(path: string, about: string): Promise<DoneFiles> {
    try {
      await mkdir(dirname(path), { recursive: true });
      const text = await readFile(path, 'latin1').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return '';
        throw error;
      });
      return new DoneFiles(path, new Set(text.split('\n')), about);
    } catch (error) {
      throw new AppError('dump_cache', `files that are done cannot be noted: ${toError(error).message}`);
    }
  }

  has(file: FoundFile): boolean {
    return this.#known.has(this.#noteOf(file));
  }

  /** Short lines are appended atomically, even by several programs at the same time. */
  async add(file: FoundFile): Promise<void> {
    const note = this.#noteOf(file);
    await appendFile(this.#path, `${note}\n`);
    this.#known.add(note);
  }

  #noteOf({ path, size, mtimeNs }: FoundFile): string {
    const place = resolve(path.toString('latin1'));
    return createHash('sha256')
      .update(JSON.stringify([place, size, String(mtimeNs), this.#about]))
      .digest('hex');
  }
}
