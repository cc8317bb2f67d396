import type { Clock, Random } from '../runtime/clock.ts';

const EVERY_MS = 60_000;

export interface ScheduleOptions {
  /** Asks for the verifications that are due. */
  readonly enqueueDue: () => Promise<number>;
  readonly clock: Clock;
  readonly random: Random;
  readonly onError: (error: unknown) => void;
}

/** Looks until the signal aborts whether verifications are due. Every process does; the database sees to it that each is asked for once. */
export async function runSchedule(
  { enqueueDue, clock, random, onError }: ScheduleOptions,
  closing: AbortSignal,
): Promise<void> {
  while (!closing.aborted) {
    try {
      await enqueueDue();
    } catch (error) {
      onError(error);
    }
    await clock.wait(EVERY_MS * (0.5 + random()), closing);
  }
}
