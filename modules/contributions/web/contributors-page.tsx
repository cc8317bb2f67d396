import { useQuery } from '@tanstack/react-query';
import { ErrorMessage } from '../../../web/src/components/error-message.tsx';
import { PageHeading } from '../../../web/src/components/page-heading.tsx';
import { stringifySearch } from '../../../web/src/lib/addresses.ts';
import { useTitle } from '../../../web/src/lib/use-title.ts';
import './dumps.css';
import { ContributorFacts } from './dumps-page.tsx';
import { contributorsQuery } from './queries.ts';
import { DUMPS_ADDRESS } from './addresses.ts';
import { t } from './texts.ts';

/** Contributors of dumps, by public key. */
export function ContributorsPage() {
  useTitle(t('dumps.contributors'), t('dumps.name'));
  const { data, error, refetch } = useQuery(contributorsQuery);
  return (
    <section className="dumps">
      <PageHeading>{t('dumps.contributors')}</PageHeading>
      <p>
        <a href={DUMPS_ADDRESS}>{t('dumps.name')}</a>
      </p>
      {data === undefined && error === null && <p className="dumps-waiting" aria-busy="true" />}
      {data === undefined && error !== null && <ErrorMessage inner error={error} onRetry={() => void refetch()} />}
      {data?.contributors.length === 0 && <p className="quiet">{t('dumps.no-contributors')}</p>}
      {data !== undefined && (
        <ol className="dump-list">
          {data.contributors.map((summary) => (
            <li key={summary.contributor}>
              <div className="dump-item">
                <p>
                  <a
                    className="dump-hash"
                    href={`${DUMPS_ADDRESS}${stringifySearch({ contributor: summary.contributor })}`}
                  >
                    {summary.contributor}
                  </a>
                </p>
                <ContributorFacts summary={summary} />
              </div>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
