/** A small, fast generator (xorshift32). The same seed yields the same numbers on every machine. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 4_294_967_296;
  };
}

export type Random = () => number;

/** An integer from 0 to `count` - 1. */
export function pick(random: Random, count: number): number {
  return Math.floor(random() * count);
}

/** A log-normal size, as on boards: half are below `median`, and the tail is long. */
export function logNormal(random: Random, median: number, spread: number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return median * Math.exp(spread * normal);
}

/** Draws index i with probability weights[i] / sum, in constant time (Vose's alias method). */
export function weighted(weights: Float64Array): (random: Random) => number {
  const count = weights.length;
  const scale = count / weights.reduce((sum, weight) => sum + weight, 0);
  const own = weights.map((weight) => weight * scale);
  const other = new Int32Array(count);
  const poor: number[] = [];
  const rich: number[] = [];
  for (let index = 0; index < count; index++) ((own[index] ?? 0) < 1 ? poor : rich).push(index);
  while (poor.length > 0 && rich.length > 0) {
    const [low, high] = [poor.pop() ?? 0, rich.at(-1) ?? 0];
    other[low] = high;
    const left = (own[high] ?? 0) - (1 - (own[low] ?? 0));
    own[high] = left;
    if (left < 1) poor.push(rich.pop() ?? 0);
  }
  // Indices that remain because of rounding errors have probability 1.
  for (const index of [...poor, ...rich]) own[index] = 1;
  return (random) => {
    const index = pick(random, count);
    return random() < (own[index] ?? 1) ? index : (other[index] ?? index);
  };
}
