import type { NewSeriesRule } from '../../contract/series.ts';
import { t } from './texts.ts';

/** A rule in words: "Threads 400–599 of dpt: dpt-2". */
export function sentenceOf({
  series = null,
  first_thread: first = null,
  last_thread: last = null,
  target,
}: NewSeriesRule) {
  return t('series-rules.rule', {
    threads: threadsOf(series, first, last),
    target: target ?? t('series-rules.no-series'),
  });
}

function threadsOf(series: string | null, first: number | null, last: number | null): string {
  const [from, to] = [String(first), String(last)];
  if (first === null && last === null) return t('series-rules.all-of', { series: series ?? '' });
  const range =
    first === last
      ? t('series-rules.one-thread', { num: from })
      : last === null
        ? t('series-rules.from-thread', { first: from })
        : first === null
          ? t('series-rules.to-thread', { last: to })
          : t('series-rules.threads', { first: from, last: to });
  return series === null ? range : t('series-rules.part-of', { range, series });
}
