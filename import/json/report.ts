/** What became of files and posts. For a board, `read` is the sum of imported, unchanged, skipped and refused. */

const MAX_SAMPLES = 10;

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
}

export interface JsonReport {
  readonly dry_run: boolean;
  readonly files: number;
  readonly boards: readonly JsonBoardReport[];
  /** Files that hold no thread, by what they are. */
  readonly skipped_files: Readonly<Record<string, number>>;
  readonly refused_files: Readonly<Record<string, number>>;
  /** Names of refused files and why; never content. */
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
    };
  }
}

export class FileTotals {
  readonly skipped = new Map<string, number>();
  readonly refused = new Map<string, number>();
  readonly samples: string[] = [];

  refuse(reason: string, name: string, detail: string): void {
    add(this.refused, reason, 1);
    if (this.samples.length < MAX_SAMPLES) this.samples.push(`${name}: ${detail}`);
  }
}

export function add(counts: Map<string, number>, name: string, by: number): void {
  if (by > 0) counts.set(name, (counts.get(name) ?? 0) + by);
}
