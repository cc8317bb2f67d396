import type { Logger } from '../../platform/logger.ts';
import {
  WRITE_BLOCK_ADVICE,
  WRITE_BLOCK_REASONS,
  type WriteBlock,
  type WriteBlockReason,
} from '../../platform/write-blocks.ts';

export interface WriteBlockWatchOptions {
  /** @throws UnavailableError */
  readonly read: () => Promise<readonly WriteBlock[]>;
  /** Called with the findings of every check; null after a failed one. */
  readonly onBlocks: (blocks: readonly WriteBlock[] | null) => void;
  readonly logger: Pick<Logger, 'warn' | 'info'>;
  /** A monotonic clock, in milliseconds. */
  readonly now: () => number;
}

/** Logs once when Elasticsearch begins to refuse writes, with what to do, and once when it accepts them again. */
export class WriteBlockWatch {
  readonly #options: WriteBlockWatchOptions;
  /** When each reason was first seen, while it lasts. */
  readonly #since = new Map<WriteBlockReason, number>();

  constructor(options: WriteBlockWatchOptions) {
    this.#options = options;
  }

  /**
   * Checks once.
   * @throws UnavailableError
   */
  async run(): Promise<void> {
    const { read, onBlocks, logger, now } = this.#options;
    const blocks = await read().catch((error: unknown) => {
      onBlocks(null);
      throw error;
    });
    onBlocks(blocks);
    for (const reason of WRITE_BLOCK_REASONS) {
      const block = blocks.find((each) => each.reason === reason);
      const since = this.#since.get(reason);
      if (block !== undefined && since === undefined) {
        this.#since.set(reason, now());
        logger.warn({ reason, boards: block.boards }, WRITE_BLOCK_ADVICE[reason]);
      } else if (block === undefined && since !== undefined) {
        this.#since.delete(reason);
        const seconds = Math.round((now() - since) / 1000);
        logger.info({ reason, seconds }, 'Elasticsearch accepts writes again; the posts that waited are indexed');
      }
    }
  }
}
