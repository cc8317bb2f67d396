/** How good a ranking of threads is, by judged threads. */
import type { Judgement } from '../fixtures/judged-threads.ts';
import { SIMILAR_THREADS } from '../../limits.ts';

/** Normalized discounted cumulative gain of the first five. */
export function ndcgOf(judged: Judgement, ranked: readonly string[]): number {
  const best = [...judged[2].map(() => 2), ...judged[1].map(() => 1)];
  return gainOf(ranked.map((thread) => gradeOf(judged, thread))) / gainOf(best);
}

function gradeOf(judged: Judgement, thread: string): number {
  if (judged[2].includes(thread)) return 2;
  return judged[1].includes(thread) ? 1 : 0;
}

function gainOf(grades: readonly number[]): number {
  return grades
    .slice(0, SIMILAR_THREADS)
    .reduce((sum, grade, place) => sum + (2 ** grade - 1) / Math.log2(place + 2), 0);
}
