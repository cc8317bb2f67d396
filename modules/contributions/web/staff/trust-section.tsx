import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DumpTrust } from '../../contract/dump-moderation.ts';
import { Contributor } from '../dump-item.tsx';
import { announce } from '../../../../web/src/lib/announce.ts';
import { ActionForm } from '../../../../web/src/features/admin/action-form.tsx';
import { ConfirmDialog } from '../../../../web/src/features/admin/confirm-dialog.tsx';
import { Field, SelectField, textOf, VERBATIM } from '../../../../web/src/features/admin/field.tsx';
import { RequestProblem } from '../../../../web/src/features/admin/request-problem.tsx';
import { giveTrust } from './dump-api.ts';
import { refreshDumps, trustQuery } from './dump-queries.ts';
import { t } from './texts.ts';

const LEVELS = ['full', 'lesser'] as const;

/** Trusted contributors, each with a client and version. */
export function TrustSection() {
  const queryClient = useQueryClient();
  const { data, error } = useQuery(trustQuery);
  const [taken, setTaken] = useState<DumpTrust | null>(null);
  const give = useMutation({
    mutationFn: giveTrust,
    async onSuccess() {
      announce(t('dump-staff.trusted'));
      await refreshDumps(queryClient);
    },
  });
  const submit = (form: FormData) => {
    const text = (name: string) => textOf(form, name);
    give.mutate({
      contributor: text('contributor').toLowerCase(),
      client: text('client'),
      version: text('version'),
      trust: LEVELS.find((level) => level === text('trust')) ?? 'lesser',
    });
  };
  const take = async ({ contributor, client, version }: DumpTrust) => {
    await giveTrust({ contributor, client, version, trust: null });
    announce(t('dump-staff.untrusted'));
    await refreshDumps(queryClient);
  };
  return (
    <section aria-labelledby="dump-trust" tabIndex={-1}>
      <h2 id="dump-trust">{t('dump-staff.trust-name')}</h2>
      <p className="quiet">{t('dump-staff.trust-lead')}</p>
      <RequestProblem error={error} what={t('dump-staff.trust-name')} />
      <ol className="dump-list">
        {data?.trust.map((entry) => (
          <li key={`${entry.contributor} ${entry.client} ${entry.version}`}>
            <p className="dump-line">
              <Contributor contributor={entry.contributor} />
              <span>{t('dumps.by-client', { client: entry.client, version: entry.version })}</span>
              <strong>{t(`dumps.trust.${entry.trust}`)}</strong>
              <button type="button" className="button" onClick={() => setTaken(entry)}>
                {t('dump-staff.take')}
              </button>
            </p>
          </li>
        ))}
      </ol>
      <ActionForm work={give} onSubmit={submit} what={t('dump-staff.give')} submit={t('dump-staff.give')}>
        {(['contributor', 'client', 'version'] as const).map((name) => (
          <Field {...VERBATIM} key={name} label={t(`dumps.${name}`)} name={name} required maxLength={64} />
        ))}
        <SelectField
          label={t('dump-staff.level')}
          name="trust"
          options={LEVELS}
          optionText={(level) => t(`dumps.trust.${level}`)}
        />
      </ActionForm>
      {taken !== null && (
        <ConfirmDialog
          title={t('dump-staff.take-title')}
          confirm={t('dump-staff.take')}
          action={async () => take(taken)}
          onClose={() => setTaken(null)}
        >
          <p>{t('dump-staff.take-help')}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}
