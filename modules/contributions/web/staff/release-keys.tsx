import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DumpReleaseList } from '../../contract/dump-releases.ts';
import { announce } from '../../../../web/src/lib/announce.ts';
import { ActionForm } from '../../../../web/src/features/admin/action-form.tsx';
import { ConfirmDialog } from '../../../../web/src/features/admin/confirm-dialog.tsx';
import { Field, textOf, VERBATIM } from '../../../../web/src/features/admin/field.tsx';
import { addReleaseKey, removeReleaseKey } from './dump-api.ts';
import { refreshDumps } from './dump-queries.ts';
import { t } from './texts.ts';

type ReleaseKey = DumpReleaseList['keys'][number];

/** The keys whose releases can be trusted. Admins of all boards change the list. */
export function ReleaseKeys({ keys, isAdmin }: { readonly keys: readonly ReleaseKey[]; readonly isAdmin: boolean }) {
  const queryClient = useQueryClient();
  const [removed, setRemoved] = useState<ReleaseKey | null>(null);
  const add = useMutation({
    mutationFn: addReleaseKey,
    async onSuccess() {
      announce(t('dump-staff.key-added'));
      await refreshDumps(queryClient);
    },
  });
  return (
    <>
      <h3>{t('dump-staff.release-keys')}</h3>
      {keys.length === 0 && <p className="quiet">{t('dump-staff.no-keys')}</p>}
      <ol className="dump-list">
        {keys.map((one) => (
          <li key={one.key}>
            <p className="dump-line">
              <strong>{one.name}</strong>
              <span className="dump-hash">{one.key}</span>
              {isAdmin && (
                <button type="button" className="button button-danger" onClick={() => setRemoved(one)}>
                  {t('dump-staff.remove-key')}
                </button>
              )}
            </p>
          </li>
        ))}
      </ol>
      {isAdmin && (
        <ActionForm
          work={add}
          onSubmit={(form) => add.mutate({ key: textOf(form, 'key').toLowerCase(), name: textOf(form, 'name') })}
          what={t('dump-staff.add-key')}
          submit={t('dump-staff.add-key')}
        >
          <Field {...VERBATIM} label={t('dump-staff.release-key')} name="key" required maxLength={64} />
          <Field label={t('dump-staff.key-name')} name="name" required maxLength={80} />
        </ActionForm>
      )}
      {removed !== null && (
        <ConfirmDialog
          title={t('dump-staff.remove-key-title', { name: removed.name })}
          confirm={t('dump-staff.remove-key')}
          danger
          action={async () => {
            await removeReleaseKey(removed.key);
            announce(t('dump-staff.key-removed'));
            await refreshDumps(queryClient);
          }}
          onClose={() => setRemoved(null)}
        >
          <p>{t('dump-staff.remove-key-help')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
