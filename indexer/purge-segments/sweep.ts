import type { Clock, Random } from '../runtime/clock.ts';
import type { TombstoneStore } from './ports.ts';

const EVERY_MS = 10_000;

export interface SweepPorts {
  readonly tombstones: Pick<TombstoneStore, 'startLeft'>;
  readonly onStarted: () => void;
  readonly onError: (error: unknown) => void;
}

/** Looks for purged posts that no task is going to expunge, until the signal aborts. */
export async function sweepTombstones(
  { tombstones, onStarted, onError }: SweepPorts,
  { clock, random }: { readonly clock: Clock; readonly random: Random },
  closing: AbortSignal,
): Promise<void> {
  while (!closing.aborted) {
    try {
      if ((await tombstones.startLeft()) > 0) onStarted();
    } catch (error) {
      onError(error);
    }
    // Several processes do this; chance keeps them apart.
    await clock.wait(EVERY_MS * (0.5 + random()), closing);
  }
}
