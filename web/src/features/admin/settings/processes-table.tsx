import type { EnvironmentSettings } from '../../../../../mappings/contract/environment.ts';
import { Time } from '../../../components/time.tsx';
import { t, tRich } from '../texts.ts';

type Process = EnvironmentSettings['processes'][number];

export const KINDS = ['server', 'indexer', 'scraper'] as const satisfies readonly Process['process'][];

/** The processes of the last day. A kind of which none runs is named. */
export function ProcessesTable({ processes }: { readonly processes: readonly Process[] }) {
  const missing = KINDS.filter(
    (kind) => !processes.some(({ process, state }) => process === kind && state === 'running'),
  );
  return (
    <>
      <table className="processes">
        <caption className="visually-hidden">{t('environment.processes')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('environment.column.process')}</th>
            <th scope="col">{t('environment.column.host')}</th>
            <th scope="col">{t('environment.column.state')}</th>
          </tr>
        </thead>
        <tbody>
          {processes.map((one) => (
            <tr key={one.id}>
              <th scope="row">
                {t(`environment.process.${one.process}`)} <span className="quiet">{one.version}</span>
              </th>
              <td>{`${one.host} · ${one.pid}`}</td>
              <td className={one.state === 'gone' ? 'process-gone' : undefined}>
                {tRich(`environment.${one.state}`, {
                  time: <Time key="time" iso={one.state === 'running' ? one.started_at : one.seen_at} />,
                })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {missing.map((kind) => (
        <p key={kind} className="process-gone">
          {t(`environment.none.${kind}`)}
        </p>
      ))}
    </>
  );
}
