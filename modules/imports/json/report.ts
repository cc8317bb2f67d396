/** Counts of files and posts by result. For a board, `read` is the sum of imported, unchanged, skipped and refused. */

const MAX_SAMPLES = 10;
const UNREADABLE = 'unreadable_field:';

export interface JsonBoardReport {
  readonly board: string;
  readonly threads: number;
  readonly read: number;
  readonly imported: number;
  readonly unchanged: number;
  readonly skipped: Readonly<Record<string, number>>;
  readonly refused: Readonly<Record<string, number>>;
  /** Texts of which only the beginning was stored. */
  readonly shortened_texts: number;
  /** Counts of unreadable fields that were left out of their posts, by field name. */
  readonly unreadable_fields: Readonly<Record<string, number>>;
}

export interface JsonReport {
  readonly dry_run: boolean;
  readonly files: number;
  readonly boards: readonly JsonBoardReport[];
  /** Files without a thread, by kind. */
  readonly skipped_files: Readonly<Record<string, number>>;
  readonly refused_files: Readonly<Record<string, number>>;
  /** Names of files that were refused or have refused posts, with the reason; never content. */
  readonly refused_samples: readonly string[];
}

export class BoardTotals {
  threads = 0;
  read = 0;
  imported = 0;
  unchanged = 0;
  shortenedTexts = 0;
  readonly skipped = new Map<string, number>();
  readonly refused = new Map<string, number>();
  readonly #unreadable = new Map<string, number>();

  /** Posts that were refused alone. */
  refuse(posts: readonly { readonly reason: string }[]): void {
    this.read += posts.length;
    for (const { reason } of posts) add(this.refused, reason, 1);
  }

  drop(warnings: ReadonlyMap<string, number>): void {
    for (const [warning, times] of warnings) {
      if (warning.startsWith(UNREADABLE)) add(this.#unreadable, warning.slice(UNREADABLE.length), times);
    }
  }

  report(board: string): JsonBoardReport {
    const { threads, read, imported, unchanged, skipped, refused, shortenedTexts } = this;
    return {
      board,
      threads,
      read,
      imported,
      unchanged,
      skipped: Object.fromEntries(skipped),
      refused: Object.fromEntries(refused),
      shortened_texts: shortenedTexts,
      unreadable_fields: Object.fromEntries(this.#unreadable),
    };
  }
}

export class FileTotals {
  readonly skipped = new Map<string, number>();
  readonly refused = new Map<string, number>();
  readonly samples: string[] = [];

  refuse(reason: string, name: string, detail: string): void {
    add(this.refused, reason, 1);
    this.sample(name, detail);
  }

  sample(name: string, detail: string): void {
    if (this.samples.length < MAX_SAMPLES) this.samples.push(`${name}: ${detail}`);
  }
}

export function add(counts: Map<string, number>, name: string, by: number): void {
  if (by > 0) counts.set(name, (counts.get(name) ?? 0) + by);
}
