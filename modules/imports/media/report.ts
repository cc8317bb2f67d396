/** Counts of the files of a board's folder by result. */

const MAX_SAMPLES = 20;

export interface KindReport {
  /** Files in the folder. */
  readonly found: number;
  /** Newly stored files. */
  readonly stored: number;
  /** Further posts that were linked to a stored file. */
  readonly linked: number;
  /** Files that were stored already. */
  readonly unchanged: number;
}

export interface MediaReport {
  readonly board: string;
  /** True if the import was stopped before its end. */
  readonly cancelled: boolean;
  readonly files: KindReport;
  readonly thumbs: KindReport;
  readonly bytes: number;
  /** Copies of banned files; never stored. */
  readonly banned: number;
  /** Files that moderators of this archive deleted; not stored again. */
  readonly deleted: number;
  /** Files of posts that are hidden in this archive; not stored. */
  readonly hidden: number;
  /** Files whose content differs from the post's hash. */
  readonly damaged: number;
  readonly unreadable: number;
  /** Files that no post names. */
  readonly superfluous: number;
  /** Visible posts without their file. */
  readonly missing: number;
  /** Some of the damaged, unreadable, superfluous and missing ones. */
  readonly samples: readonly string[];
}

type Counts = { -readonly [name in keyof KindReport]: number };

const none = (): Counts => ({ found: 0, stored: 0, linked: 0, unchanged: 0 });

export class MediaCount {
  readonly #board: string;
  readonly #kinds = { file: none(), thumb: none() };
  readonly #rest = {
    bytes: 0,
    banned: 0,
    deleted: 0,
    hidden: 0,
    damaged: 0,
    unreadable: 0,
    superfluous: 0,
    missing: 0,
  };
  readonly #samples = new Map<string, string[]>();

  constructor(board: string) {
    this.#board = board;
  }

  found(kind: 'file' | 'thumb'): void {
    this.#kinds[kind].found++;
  }

  stored(kind: 'file' | 'thumb', bytes: number): void {
    this.#kinds[kind].stored++;
    this.#rest.bytes += bytes;
  }

  linked(kind: 'file' | 'thumb'): void {
    this.#kinds[kind].linked++;
  }

  unchanged(kind: 'file' | 'thumb'): void {
    this.#kinds[kind].unchanged++;
  }

  banned(): void {
    this.#rest.banned++;
  }

  deleted(): void {
    this.#rest.deleted++;
  }

  hidden(): void {
    this.#rest.hidden++;
  }

  damaged(name: string, why: string): void {
    this.#count('damaged', `${name}: ${why}`);
  }

  unreadable(name: string): void {
    this.#count('unreadable', name);
  }

  superfluous(name: string): void {
    this.#count('superfluous', name);
  }

  missing({ num, subnum }: { readonly num: number; readonly subnum: number }): void {
    this.#count('missing', `post ${num}${subnum === 0 ? '' : `_${subnum}`}`);
  }

  #count(what: 'damaged' | 'unreadable' | 'superfluous' | 'missing', sample: string): void {
    this.#rest[what]++;
    const samples = this.#samples.get(what) ?? [];
    this.#samples.set(what, samples);
    if (samples.length < MAX_SAMPLES / 4) samples.push(`${what}: ${sample}`);
  }

  report(cancelled: boolean): MediaReport {
    const { file, thumb } = this.#kinds;
    return {
      board: this.#board,
      cancelled,
      files: { ...file },
      thumbs: { ...thumb },
      ...this.#rest,
      samples: [...this.#samples.values()].flat(),
    };
  }
}
