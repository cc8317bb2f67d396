import { useQuery } from '@tanstack/react-query';
import { ErrorMessage } from '../../../components/error-message.tsx';
import { Time } from '../../../components/time.tsx';
import { auditAddress } from '../audit/audit-entries.ts';
import { Sentence } from '../audit/sentence.tsx';
import { auditQuery } from '../queries.ts';
import { t } from '../texts.ts';

const SHOWN = 10;

/** The last actions of staff on a board. */
export function BoardLog({ board }: { readonly board: string }) {
  const { data, error, refetch } = useQuery(auditQuery({ board }));
  if (data === undefined) {
    if (error === null) return <p className="admin-waiting" aria-busy="true" />;
    return <ErrorMessage inner error={error} onRetry={() => void refetch()} />;
  }
  if (data.entries.length === 0) return <p className="quiet">{t('board-page.log-none')}</p>;
  return (
    <>
      <ul className="board-page-log">
        {data.entries.slice(0, SHOWN).map((entry) => (
          <li key={entry.id}>
            <Time iso={entry.at} />
            <span>
              <Sentence entry={entry} />
              {entry.reason !== null && `: ${entry.reason}`}
            </span>
          </li>
        ))}
      </ul>
      <p className="board-page-more">
        <a href={auditAddress({ board })}>{t('board-page.log-all')}</a>
      </p>
    </>
  );
}
