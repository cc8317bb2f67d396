/** What became of every file of a board's folder. */

const MAX_SAMPLES = 20;

export interface KindReport {
  /** In the folder. */
  readonly found: number;
  /** New here. */
  readonly stored: number;
  /** Further posts that show a stored file. */
  readonly linked: number;
  /** Stored already. */
  readonly unchanged: number;
}

export interface MediaReport {
  readonly board: string;
  /** It was stopped before its end. */
  readonly cancelled: boolean;
  readonly files: KindReport;
  readonly thumbs: KindReport;
  readonly bytes: number;
  /** Of banned files; never stored. */
  readonly banned: number;
  /** Moderators deleted them here; not stored again. */
  readonly deleted: number;
  /** Of posts that are hidden here; not stored. */
  readonly hidden: number;
  /** Other content than the post states. */
  readonly damaged: number;
  readonly unreadable: number;
  /** No post here names them. */
  readonly superfluous: number;
  /** Visible posts whose file is not here. */
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
