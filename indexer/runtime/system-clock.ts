import { setTimeout } from 'node:timers/promises';
import type { Clock } from '../live/ports.ts';

export const systemClock: Clock = {
  async wait(ms, signal) {
    // The only error is the signal's, and to end early is what it asks for.
    await setTimeout(ms, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
  },
};
