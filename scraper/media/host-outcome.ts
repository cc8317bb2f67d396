/** The outcome of a request of a file, for people who watch its host. Pure. */
import { outcomeOf, type Outcome } from '../net/answer-outcome.ts';
import type { RefusalReason } from '../sources/parse-result.ts';
import type { DownloadResult } from './download.ts';

/** Refusals that are answers about the host. Others concern one file. */
const ABOUT_THE_HOST: ReadonlySet<RefusalReason> = new Set<RefusalReason>(['address', 'redirect', 'status']);

export function hostOutcomeOf(answer: DownloadResult): Outcome {
  const { kind } = answer;
  if (kind === 'downloaded' || kind === 'gone') return { outcome: 'ok', detail: null };
  if (kind === 'refused' && !ABOUT_THE_HOST.has(answer.refusal.reason)) return { outcome: 'ok', detail: null };
  return outcomeOf(answer, null);
}
