import { useQuery } from '@tanstack/react-query';
import { Time } from '../../../../web/src/components/time.tsx';
import { failedDumpsQuery } from './dump-queries.ts';
import { t } from './texts.ts';

/** Received dumps that could not be parsed. */
export function FailedDumps() {
  const { data } = useQuery(failedDumpsQuery);
  if (data === undefined || data.dumps.length === 0) return null;
  return (
    <section aria-labelledby="dump-failed">
      <h2 id="dump-failed">{t('dump-staff.failed')}</h2>
      <ol className="dump-list">
        {data.dumps.map(({ id, state, problem, received_at: at }) => (
          <li key={id}>
            <p className="dump-line">
              <a href={`/api/v1/admin/dumps/${id}`}>{t('dumps.one', { id: String(id) })}</a>
              <strong className="dump-state">{t(`dumps.state.${state}`)}</strong>
              <Time iso={at} />
              <span>{problem}</span>
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
