import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DumpRelease, ReleaseTrust } from '../../contract/dump-releases.ts';
import { RELEASE_SCOPES } from '../../format/release-scopes.ts';
import { Time } from '../../../../web/src/components/time.tsx';
import { announce } from '../../../../web/src/lib/announce.ts';
import { ActionForm } from '../../../../web/src/features/admin/action-form.tsx';
import { ConfirmDialog } from '../../../../web/src/features/admin/confirm-dialog.tsx';
import { SelectField, textOf } from '../../../../web/src/features/admin/field.tsx';
import { RequestProblem } from '../../../../web/src/features/admin/request-problem.tsx';
import { useRoles } from '../../../../web/src/features/admin/session/use-roles.ts';
import { trustRelease } from './dump-api.ts';
import { refreshDumps, releasesQuery } from './dump-queries.ts';
import { ReleaseKeys } from './release-keys.tsx';
import { t } from './texts.ts';

const LEVELS = ['full', 'lesser'] as const;

/** Signed releases that contributors claim to run, and what such a claim proves. */
export function ReleasesSection() {
  const { data, error } = useQuery(releasesQuery);
  const may = useRoles();
  return (
    <section aria-labelledby="dump-releases" tabIndex={-1}>
      <h2 id="dump-releases">{t('dump-staff.releases')}</h2>
      <p className="quiet">{t('dump-staff.releases-lead')}</p>
      <RequestProblem error={error} what={t('dump-staff.releases')} />
      {data?.releases.length === 0 && <p className="quiet">{t('dump-staff.no-releases')}</p>}
      <ol className="dump-list">
        {data?.releases.map((release) => (
          <li key={release.id}>
            <ReleaseItem release={release} />
          </li>
        ))}
      </ol>
      {data !== undefined && <ReleaseKeys keys={data.keys} isAdmin={may('admin', 'all')} />}
    </section>
  );
}

function ReleaseItem({ release }: { readonly release: DumpRelease }) {
  const { id, client, version, digest, key_name: keyName, dumps, trust, scope, stated_at: at } = release;
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<ReleaseTrust | null>(null);
  const decide = useMutation({
    mutationFn: trustRelease,
    async onSuccess(_done, { trust: given }) {
      announce(t(given === null ? 'dump-staff.untrusted' : 'dump-staff.trusted'));
      await refreshDumps(queryClient);
    },
  });
  const submit = (form: FormData) => {
    const given = LEVELS.find((level) => level === textOf(form, 'trust')) ?? 'lesser';
    const of = RELEASE_SCOPES.find((one) => one === textOf(form, 'scope')) ?? 'known';
    // Strangers can state a release falsely, so this trust is confirmed.
    if (of === 'anybody') setAsked({ release: id, trust: given, scope: of });
    else decide.mutate({ release: id, trust: given, scope: of });
  };
  return (
    <div className="dump-release">
      <p className="dump-line">
        <span>{t('dumps.by-client', { client, version })}</span>
        <span className="dump-hash" title={digest}>
          {digest.slice(0, 16)}…
        </span>
        <span>{t('dump-staff.released-by', { name: keyName })}</span>
        <span>{t('dump-staff.stated-for', { count: dumps })}</span>
        <Time iso={at} />
        {trust !== null && (
          <>
            <strong>{t(`dumps.trust.${trust}`)}</strong>
            <span>{t(`dump-staff.scope.${scope}`)}</span>
            <button type="button" className="button" onClick={() => setAsked({ release: id, trust: null })}>
              {t('dump-staff.take')}
            </button>
          </>
        )}
      </p>
      {trust === null && (
        <ActionForm
          work={decide}
          onSubmit={submit}
          what={t('dump-staff.trust-release')}
          submit={t('dump-staff.trust-release')}
        >
          <SelectField
            label={t('dump-staff.level')}
            name="trust"
            options={LEVELS}
            optionText={(level) => t(`dumps.trust.${level}`)}
          />
          <SelectField
            label={t('dump-staff.scope')}
            name="scope"
            options={RELEASE_SCOPES}
            optionText={(one) => t(`dump-staff.scope.${one}`)}
          />
        </ActionForm>
      )}
      {asked !== null && (
        <ConfirmDialog
          title={t(asked.trust === null ? 'dump-staff.take-release-title' : 'dump-staff.anybody-title')}
          confirm={t(asked.trust === null ? 'dump-staff.take' : 'dump-staff.trust-release')}
          action={async () => {
            await decide.mutateAsync(asked);
          }}
          onClose={() => setAsked(null)}
        >
          <p>{t(asked.trust === null ? 'dump-staff.take-release-help' : 'dump-staff.anybody-help')}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
