/** When is a board quieter than it ever is? Pure. */

const FEW_POSTS = 20;
/** Nobody needs to know of less. */
const SHORTEST_QUIET_MS = 10 * 60_000;
const FACTOR = 5;

/** `times` of its newest posts, newest first. A board with few posts has no rhythm yet. */
export function isQuiet(times: readonly Date[], now: Date): boolean {
  const [newest] = times;
  if (newest === undefined || times.length < FEW_POSTS) return false;
  const gaps = times.slice(1).map((time, index) => (times[index] ?? time).getTime() - time.getTime());
  return now.getTime() - newest.getTime() > Math.max(SHORTEST_QUIET_MS, FACTOR * Math.max(...gaps));
}
