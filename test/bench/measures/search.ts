import type { Contender } from '../contenders/contender.ts';
import { geometricMean, median, quantilesOf, round, toMeasure, type Goal, type Measure } from '../measure.ts';
import { QUERY_CLASSES, type BenchQuery, type QueryClass } from '../query-classes.ts';
import { runLatencies, runThroughput, type Latencies } from '../rounds.ts';

export interface PeerGoals {
  readonly peer: Contender;
  readonly each: Goal | null;
  readonly mean: Goal | null;
  readonly meanP95: Goal | null;
  readonly throughput: Goal | null;
}

export interface SearchOptions {
  readonly rounds: number;
  /** Duration per round and contender of the throughput measure, in seconds. */
  readonly seconds: number;
}

/** Latency of the nine query classes and throughput of a mix of them: ours and each peer's, in one run. */
export async function measureSearch(
  ours: Contender,
  peers: readonly PeerGoals[],
  queries: readonly BenchQuery[],
  { rounds, seconds }: SearchOptions,
): Promise<readonly Measure[]> {
  const contenders = [ours, ...peers.map(({ peer }) => peer)];
  const latencies = await runLatencies(contenders, queries, rounds);
  const throughput = await runThroughput(contenders, queries, rounds, seconds);
  return peers.flatMap((goals) => [
    ...latencyMeasures(latencies, ours, goals),
    toMeasure(
      'search: answers per second, 8 readers',
      pairs(throughput.get(ours) ?? [], throughput.get(goals.peer) ?? []),
      goals.throughput,
      '/s',
      goals.peer.name,
    ),
  ]);
}

function latencyMeasures(latencies: Latencies, ours: Contender, { peer, each, mean, meanP95 }: PeerGoals): Measure[] {
  const roundsOf = (contender: Contender, kind: QueryClass) => latencies.get(contender)?.get(kind) ?? [];
  const byClass = QUERY_CLASSES.map((kind) => {
    const [own, theirs] = [roundsOf(ours, kind), roundsOf(peer, kind)];
    return {
      ...toMeasure(`search p50: ${kind}`, pairs(own.map(median), theirs.map(median)), each, 'ms', peer.name),
      quantiles: { ours: quantilesOf(own.flat()), theirs: quantilesOf(theirs.flat()) },
    };
  });
  const means = (of: (values: readonly number[]) => number) => (contender: Contender) =>
    roundsOf(contender, 'rare').map((_, index) =>
      geometricMean(QUERY_CLASSES.map((kind) => of(roundsOf(contender, kind)[index] ?? []))),
    );
  const meansOf = { p50: means(median), p95: means(p95) };
  return [
    ...byClass,
    toMeasure(
      'search p50: geometric mean of the query classes',
      pairs(meansOf.p50(ours), meansOf.p50(peer)),
      mean,
      'ms',
      peer.name,
    ),
    toMeasure(
      'search p95: geometric mean of the query classes',
      pairs(meansOf.p95(ours), meansOf.p95(peer)),
      meanP95,
      'ms',
      peer.name,
    ),
  ];
}

function p95(values: readonly number[]): number {
  return quantilesOf(values)[1];
}

function pairs(ours: readonly number[], theirs: readonly number[]): [number, number][] {
  return ours.map((value, index) => [value, theirs[index] ?? Number.NaN]);
}

const COMPARED = 25;
const TOLERANCE = 0.01;

/** Checks that the engines agree: totals of a few queries of each class, ours over theirs. */
export async function compareTotals(
  ours: Contender,
  peers: readonly Contender[],
  queries: readonly BenchQuery[],
): Promise<readonly Measure[]> {
  const measures: Measure[] = [];
  for (const kind of QUERY_CLASSES) {
    const own = queries.filter((query) => query.kind === kind).slice(0, COMPARED);
    const totals = async (contender: Contender) => {
      await contender.prepare?.(own);
      const all: number[] = [];
      for (const query of own) all.push((await contender.ask(query)).total);
      return all;
    };
    const expected = await totals(ours);
    for (const peer of peers) measures.push(totalsMeasure(kind, peer.name, expected, await totals(peer)));
  }
  return measures;
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}

function totalsMeasure(kind: QueryClass, against: string, ours: readonly number[], theirs: readonly number[]): Measure {
  const each = ours.map((value, index) => (value + 1) / ((theirs[index] ?? 0) + 1));
  const ratio = sum(ours) / sum(theirs);
  return {
    name: `search totals: ${kind}`,
    ratio: Number(ratio.toFixed(4)),
    goal: `${1 - TOLERANCE}..${1 + TOLERANCE}`,
    met: Math.abs(ratio - 1) <= TOLERANCE,
    median: `${median(ours)} posts`,
    spread: [round(Math.min(...each)), round(Math.max(...each))],
    against: `${against} (${median(theirs)} posts)`,
  };
}
