/** Detects boards that are unusually long without a post. Pure. */

const FEW_POSTS = 20;
/** Shorter silences are never reported. */
const SHORTEST_QUIET_MS = 10 * 60_000;
const FACTOR = 5;

/**
 * Returns whether the board has been silent for five times its longest recent gap between posts. `times` are those of its newest posts,
 * newest first. Always false for a board with few posts.
 */
export function isQuiet(times: readonly Date[], now: Date): boolean {
  const [newest] = times;
  if (newest === undefined || times.length < FEW_POSTS) return false;
  const gaps = times.slice(1).map((time, index) => (times[index] ?? time).getTime() - time.getTime());
  return now.getTime() - newest.getTime() > Math.max(SHORTEST_QUIET_MS, FACTOR * Math.max(...gaps));
}
