import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { RevertedClient } from '../../contract/dump-moderation.ts';
import { DUMP_STATES, type DumpState } from '../../format/states.ts';
import { announce } from '../../../../web/src/lib/announce.ts';
import type { DumpFilter } from '../dump-filter.ts';
import { ActionForm } from '../../../../web/src/features/admin/action-form.tsx';
import { ConfirmDialog } from '../../../../web/src/features/admin/confirm-dialog.tsx';
import { CheckField, Field, textOf, VERBATIM } from '../../../../web/src/features/admin/field.tsx';
import { cleanDumps, revertClient } from './dump-api.ts';
import { refreshDumps } from './dump-queries.ts';
import { t } from './texts.ts';

/** States of dumps that may be deleted. Used dumps must be reverted or unlocked first. */
const CLEANABLE = (Object.keys(DUMP_STATES) as readonly DumpState[]).filter((state) => state !== 'used');

interface Asked {
  readonly action: 'clean' | 'revert';
  readonly client: string | undefined;
  readonly version: string | undefined;
  readonly states: DumpState[];
}

/** Actions on all dumps of a client and version: revert their changes, or delete them. */
export function CleanForm({ filter }: { readonly filter: DumpFilter }) {
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<Asked | null>(null);
  const submit = (fields: FormData) => {
    const text = (name: string) => textOf(fields, name) || undefined;
    const isRevert = textOf(fields, 'action') === 'revert';
    const states = CLEANABLE.filter((state) => fields.has(state));
    if (!isRevert && states.length === 0) return announce(t('dump-staff.no-state'));
    setAsked({ action: isRevert ? 'revert' : 'clean', client: text('client'), version: text('version'), states });
  };
  const run = async ({ action, client, version, states }: Asked) => {
    if (action === 'clean') announce(t('dump-staff.cleaned', { count: await cleanAll({ client, version, states }) }));
    else
      announce(t('dump-staff.reverted', { count: await revertAll({ client: client ?? '', version: version ?? '' }) }));
    await refreshDumps(queryClient);
  };
  return (
    <section aria-labelledby="dump-clean" tabIndex={-1}>
      <h2 id="dump-clean">{t('dump-staff.by-client')}</h2>
      <ActionForm
        work={{ error: null, isPending: false }}
        onSubmit={submit}
        buttons={
          <>
            <button type="submit" name="action" value="revert" className="button">
              {t('dump-staff.revert-client')}
            </button>
            <button type="submit" name="action" value="clean" className="button button-danger">
              {t('dump-staff.clean')}
            </button>
          </>
        }
      >
        <Field
          {...VERBATIM}
          label={t('dumps.client')}
          name="client"
          defaultValue={filter.client ?? ''}
          maxLength={32}
        />
        <Field
          {...VERBATIM}
          label={t('dumps.version')}
          name="version"
          defaultValue={filter.version ?? ''}
          maxLength={27}
        />
        <fieldset className="dump-states">
          <legend>{t('dump-staff.states')}</legend>
          {CLEANABLE.map((state) => (
            <CheckField key={state} label={t(`dumps.state.${state}`)} name={state} />
          ))}
        </fieldset>
      </ActionForm>
      {asked !== null && (
        <ConfirmDialog
          title={t(`dump-staff.${asked.action === 'clean' ? 'clean' : 'revert-client'}-title`)}
          confirm={t(asked.action === 'clean' ? 'dump-staff.clean' : 'dump-staff.revert-client')}
          danger
          action={async () => run(asked)}
          onClose={() => setAsked(null)}
          typed={{ text: nameOf(asked), what: t('dump-staff.client-name') }}
        >
          <p>{t(asked.action === 'clean' ? 'dump-staff.clean-help' : 'dump-staff.revert-client-help')}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

function nameOf({ client, version }: Asked): string {
  return [client, version].filter((part) => part !== undefined).join(' ') || t('dumps.any');
}

/** Deletes dumps in steps of 10,000. Returns their number. */
async function cleanAll({ client, version, states }: Pick<Asked, 'client' | 'version' | 'states'>): Promise<number> {
  for (let count = 0; ;) {
    const { dumps, left } = await cleanDumps({
      states,
      ...(client !== undefined && { client }),
      ...(version !== undefined && { version }),
    });
    count += dumps;
    if (!left || dumps === 0) return count;
  }
}

/** Reverts changes in steps of 10,000 files. Returns the number of changes. */
async function revertAll(of: RevertedClient): Promise<number> {
  for (let count = 0; ;) {
    const { reverted, withdrawn, left } = await revertClient(of);
    count += reverted + withdrawn;
    if (!left) return count;
  }
}
