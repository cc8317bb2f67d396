import { queryOptions, useQuery } from '@tanstack/react-query';
import type { SuggestedQuery } from '../../../../../mappings/contract/did-you-mean.ts';
import type { SearchAnswer } from '../../../../../mappings/contract/search.ts';
import { answerOf, api } from '../../../lib/api.ts';
import { t } from './did-you-mean-texts.ts';
import { countText } from './results-bar.tsx';

interface DidYouMeanProps {
  readonly q: string;
  readonly answer: SearchAnswer;
  readonly address: (q: string) => string;
}

/** Similar queries with more hits, on one line. They are in an answer without hits, unless they took too long; others are requested. */
export function DidYouMean({ q, answer, address }: DidYouMeanProps) {
  const { did_you_mean: ofAnswer } = answer;
  const { data } = useQuery({ ...didYouMeanQuery(q), enabled: ofAnswer === undefined });
  const suggested: readonly SuggestedQuery[] = ofAnswer ?? data ?? [];
  if (suggested.length === 0) return null;
  return (
    <p className="did-you-mean">
      {t('did-you-mean.ask')}{' '}
      {suggested.map((one) => (
        <span key={one.q} className="did-you-mean-query">
          <a href={address(one.q)}>{one.q}</a> <small>{countText({ value: one.hits, relation: 'eq' })}</small>
        </span>
      ))}
    </p>
  );
}

function didYouMeanQuery(q: string) {
  return queryOptions({
    queryKey: ['did-you-mean', q],
    queryFn: async ({ signal }) =>
      (await answerOf(api.GET('/api/v1/search/did-you-mean', { params: { query: { q } }, signal }))).did_you_mean,
    staleTime: 60_000,
    retry: false,
  });
}
