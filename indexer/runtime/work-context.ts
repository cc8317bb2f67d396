import type { BullOptions } from '../../platform/bull-queue.ts';
import { toError, UnavailableError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Clock, Random } from './clock.ts';

/** The dependencies of every long-running part of the process. */
export interface WorkContext {
  readonly bull: BullOptions;
  readonly clock: Clock;
  readonly random: Random;
  /** Aborts when the process closes. */
  readonly closing: AbortSignal;
}

export interface PeriodicWork {
  /** Names the work in log lines. */
  readonly name: string;
  /** Average time between two runs; each wait is between half and one and a half of it, so that processes spread out. */
  readonly everyMs: number;
  readonly run: () => Promise<unknown>;
  readonly logger: Pick<Logger, 'error'>;
}

/** Runs the work again and again until the process closes. Errors other than an unavailable store are logged. */
export async function runPeriodically(
  { name, everyMs, run, logger }: PeriodicWork,
  { clock, random, closing }: Pick<WorkContext, 'clock' | 'random' | 'closing'>,
): Promise<void> {
  while (!closing.aborted) {
    try {
      await run();
    } catch (error) {
      if (!(error instanceof UnavailableError)) logger.error({ err: toError(error) }, `${name} failed; it is retried`);
    }
    await clock.wait(everyMs * (0.5 + random()), closing);
  }
}
