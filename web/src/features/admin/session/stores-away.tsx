import { useQuery } from '@tanstack/react-query';
import type { StoreState } from '../../../../../mappings/contract/store-state.ts';
import { PageHeading } from '../../../components/page-heading.tsx';
import { formatDateAndTime } from '../../../lib/format.ts';
import { Time } from '../../../components/time.tsx';
import '../../../styles/admin-overview.css';
import { reasonText } from '../overview/overview-texts.ts';
import { storesQuery } from '../queries.ts';
import { t, tRich } from '../texts.ts';

interface StoresAwayProps {
  readonly onRetry: () => void;
}

/** Shown while PostgreSQL does not answer, so that nobody can be signed in: the states of the stores, which everybody may see. */
export function StoresAway({ onRetry }: StoresAwayProps) {
  const { data: stores = [] } = useQuery(storesQuery());
  return (
    <section className="alert message">
      <PageHeading className="alert-heading">{t('stores-away.title')}</PageHeading>
      <p role="alert">{t('stores-away.text', { name: 'PostgreSQL' })}</p>
      <div className="overview-part">
        <ul>
          {stores.map((store) => (
            <Line key={store.name} store={store} />
          ))}
        </ul>
      </div>
      <p className="message-actions">
        <button type="button" className="button" onClick={onRetry}>
          {t('request.again')}
        </button>
        <a href="/readyz">{t('stores-away.monitors')}</a>
      </p>
    </section>
  );
}

const MARKS = { up: 'ok', impaired: 'warning', down: 'error' } as const;

function Line({ store: { name, state, reason, since } }: { readonly store: StoreState }) {
  return (
    <li className={`overview-line overview-${MARKS[state]}`}>
      {t(`stores-away.line.${state}`, { name })}
      {since !== null && (
        <small>
          {tRich('overview.since', {
            time: (
              <Time key="since" iso={since}>
                {formatDateAndTime(Date.parse(since))}
              </Time>
            ),
          })}
          {reason !== null && `: ${reasonText({ reason, detail: reason })}`}
        </small>
      )}
    </li>
  );
}
