import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DumpChange } from '../../contract/dump-list.ts';
import { DUMP_CHANGE_ACTIONS, DUMP_CHANGE_STATES, mayDecide, type DumpChangeAction } from '../../format/changes.ts';
import { DumpChanges } from '../dump-changes.tsx';
import { announce } from '../../../../web/src/lib/announce.ts';
import { ConfirmDialog } from '../../../../web/src/features/admin/confirm-dialog.tsx';
import { RequestProblem } from '../../../../web/src/features/admin/request-problem.tsx';
import { decideChanges } from './dump-api.ts';
import { changesQuery, refreshDumps } from './dump-queries.ts';
import { t } from './texts.ts';

interface Asked {
  readonly action: DumpChangeAction;
  readonly change: DumpChange;
}

/** Changes in one state, each with its allowed actions. */
export function ChangesSection() {
  const queryClient = useQueryClient();
  const [state, setState] = useState<string>('pending');
  const [before, setBefore] = useState<string | undefined>(undefined);
  const [asked, setAsked] = useState<Asked | null>(null);
  const { data, error } = useQuery(changesQuery(state, before));
  const decide = async ({ action, change }: Asked) => {
    const { done, refused } = await decideChanges({ action, changes: [change.id] });
    announce(refused[0]?.detail ?? t('dump-staff.done', { count: done.length }));
    await refreshDumps(queryClient);
  };
  const choose = (chosen: string) => {
    setState(chosen);
    setBefore(undefined);
  };
  return (
    <section aria-labelledby="dump-changes" tabIndex={-1}>
      <h2 id="dump-changes">{t('dumps.changes')}</h2>
      <label className="choice">
        <span>{t('dumps.state')}</span>
        <select value={state} onChange={({ target }) => choose(target.value)}>
          {DUMP_CHANGE_STATES.map((name) => (
            <option key={name} value={name}>
              {t(`dumps.change.${name}`)}
            </option>
          ))}
        </select>
      </label>
      <RequestProblem error={error} what={t('dumps.changes')} />
      {data?.changes.length === 0 && <p className="quiet">{t('dump-staff.no-changes')}</p>}
      {data !== undefined && (
        <DumpChanges
          isOfManyFiles
          changes={data.changes}
          renderActions={(change) => (
            <div className="dump-actions">
              {DUMP_CHANGE_ACTIONS.filter((action) => mayDecide(action, change.state)).map((action) => (
                <button key={action} type="button" className="button" onClick={() => setAsked({ action, change })}>
                  {t(`dump-staff.${action}`)}
                  <span className="visually-hidden"> {t(`dumps.fact.${change.field}`)}</span>
                </button>
              ))}
            </div>
          )}
        />
      )}
      {data !== undefined && data.next !== null && (
        <p>
          <button type="button" className="button" onClick={() => setBefore(String(data.next))}>
            {t('dumps.older')}
          </button>
        </p>
      )}
      {asked !== null && (
        <ConfirmDialog
          title={t(`dump-staff.${asked.action}-title`)}
          confirm={t(`dump-staff.${asked.action}`)}
          action={async () => decide(asked)}
          onClose={() => setAsked(null)}
        >
          <p>{t(`dump-staff.${asked.action}-help`)}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}
