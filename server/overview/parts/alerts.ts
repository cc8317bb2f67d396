/** The receivers of the alerts that a server sends. */
import texts from '../../../mappings/locales/en/overview.json' with { type: 'json' };
import { READ } from '../../alerts/sql.ts';
import type { AlertState } from '../../alerts/state-store.ts';
import type { OverviewPart, PartLine } from '../part.ts';

export const alertsPart: OverviewPart = {
  name: 'alerts',
  role: ['admin', 'all'],
  texts,
  async read({ pool }) {
    const { rows } = await pool.query<{ state: AlertState }>(READ);
    return rows.flatMap(({ state }) =>
      Object.values(state.receivers).map(({ host, failingSince, error, waiting }): PartLine =>
        error === null
          ? { kind: 'alerts.sending', state: 'ok', name: host }
          : {
              kind: 'alerts.failing',
              state: 'error',
              name: host,
              number: waiting.length,
              since: failingSince,
              detail: error,
            },
      ),
    );
  },
};
