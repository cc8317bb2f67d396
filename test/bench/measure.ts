/** One result of `npm run bench`: a ratio against something measured in the same run. */
export interface Measure {
  readonly name: string;
  /** Our value over the other, by the medians of the paired rounds. */
  readonly ratio: number;
  /** The target, e.g. `>= 0.5`; null for a figure that is only reported. */
  readonly goal: string | null;
  readonly met: boolean | null;
  /** Our median, with its unit. */
  readonly median: string;
  /** Lowest and highest ratio of the rounds. */
  readonly spread: readonly [number, number];
  readonly against: string;
  /** p50, p95 and p99 of all rounds in milliseconds, where latencies were measured. */
  readonly quantiles?: { readonly ours: Quantiles; readonly theirs: Quantiles };
}

export type Quantiles = readonly [number, number, number];

export function quantilesOf(values: readonly number[]): Quantiles {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) =>
    round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN);
  return [at(0.5), at(0.95), at(0.99)];
}

export function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const high = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? high : (high + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

export interface Goal {
  readonly at: 'least' | 'most';
  readonly ratio: number;
}

/** `rounds` are pairs [ours, theirs], measured alternately in one run. */
export function toMeasure(
  name: string,
  rounds: readonly (readonly [number, number])[],
  goal: Goal | null,
  unit: string,
  against: string,
): Measure {
  const ratios = rounds.map(([ours, theirs]) => ours / theirs);
  const ratio = median(ratios);
  return {
    name,
    ratio: round(ratio),
    goal: goal && `${goal.at === 'least' ? '>=' : '<='} ${goal.ratio}`,
    met: goal && (goal.at === 'least' ? ratio >= goal.ratio : ratio <= goal.ratio),
    median: `${round(median(rounds.map(([ours]) => ours)))} ${unit}`,
    spread: [round(Math.min(...ratios)), round(Math.max(...ratios))],
    against: `${against} (${round(median(rounds.map(([, theirs]) => theirs)))} ${unit})`,
  };
}

export function percent(part: number, whole: number): number {
  return (100 * part) / whole;
}

export function round(value: number): number {
  return Number(value.toPrecision(3));
}

/** Runs `work` and returns the time in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
