import { useQuery } from '@tanstack/react-query';
import type { OverviewLine } from '../../../../../mappings/contract/overview.ts';
import type { StoreState } from '../../../../../mappings/contract/store-state.ts';
import { PageHeading } from '../../../components/page-heading.tsx';
import { Line } from '../overview/overview-line.tsx';
import { storesQuery } from '../queries.ts';
import { t } from '../texts.ts';

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
            <Line key={store.name} line={lineOf(store)} />
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

const STATES = { up: 'ok', impaired: 'warning', down: 'error' } as const;

function lineOf({ name, state, reason, since }: StoreState): OverviewLine {
  const nothing = { board: null, number: null, unit: 'items', href: null, text: '' } as const;
  return { ...nothing, kind: `stores.${state}`, state: STATES[state], name, since, reason, detail: reason };
}
