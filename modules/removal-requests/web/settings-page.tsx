import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorMessage } from '../../../web/src/components/error-message.tsx';
import { PageHeading } from '../../../web/src/components/page-heading.tsx';
import { ActionForm } from '../../../web/src/features/admin/action-form.tsx';
import { isSessionGone } from '../../../web/src/features/admin/api.ts';
import { Field, TextAreaField } from '../../../web/src/features/admin/field.tsx';
import { ADMIN_KEY } from '../../../web/src/features/admin/queries.ts';
import { useTitle } from '../../../web/src/lib/use-title.ts';
import type { RemovalSettings } from '../contract/removal-requests.ts';
import { REASONS, REQUEST_LIMITS, STAFF_PAGE } from '../requests.ts';
import { fetchSettings, saveSettings } from './api.ts';
import './queue.css';
import { t } from './staff-texts.ts';

/** Read when the page is opened: the settings must not change under the editor. */
const settingsQuery = queryOptions({
  queryKey: [ADMIN_KEY, 'removal-settings'] as const,
  queryFn: ({ signal }) => fetchSettings(signal),
  staleTime: 0,
  refetchOnWindowFocus: false,
});

/** Deadlines of removal requests and templates of answers. */
export function SettingsPage() {
  useTitle(t('removal-queue.settings'), t('admin.name'));
  const { data, error, refetch } = useQuery(settingsQuery);
  return (
    <>
      <div className="admin-head">
        <PageHeading>{t('removal-queue.settings')}</PageHeading>
        <a href={STAFF_PAGE}>{t('removal-queue.back')}</a>
      </div>
      <p className="admin-lead">{t('removal-settings.lead')}</p>
      {data === undefined && error !== null && !isSessionGone(error) && (
        <ErrorMessage inner error={error} onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && <p className="admin-waiting" aria-busy="true" />}
      {data !== undefined && <SettingsForm settings={data} />}
    </>
  );
}

interface Draft {
  /** Stays the same while templates before it are removed. */
  readonly key: number;
  readonly name: string;
  readonly answer: string;
}

function SettingsForm({ settings }: { readonly settings: RemovalSettings }) {
  const queryClient = useQueryClient();
  const [deadlines, setDeadlines] = useState(settings.deadlines);
  const [drafts, setDrafts] = useState<readonly Draft[]>(() =>
    settings.templates.map((template, key) => ({ ...template, key })),
  );
  const work = useMutation({
    mutationFn: async () => {
      const templates = drafts.map(({ name, answer }) => ({ name: name.trim(), answer: answer.trim() }));
      await saveSettings({ deadlines, templates });
    },
    async onSuccess() {
      await queryClient.invalidateQueries({ queryKey: [ADMIN_KEY, 'removal-requests'] });
    },
  });
  const change = (key: number, changed: Partial<Draft>) =>
    setDrafts(drafts.map((draft) => (draft.key === key ? { ...draft, ...changed } : draft)));
  const add = () => {
    const key = Math.max(-1, ...drafts.map((draft) => draft.key)) + 1;
    setDrafts([...drafts, { key, name: '', answer: '' }]);
  };
  return (
    <ActionForm
      className="removal-settings"
      work={work}
      onSubmit={() => work.mutate()}
      what={t('removal-settings.what')}
      submit={t('removal-settings.save')}
      outcome={<output className="quiet">{work.isSuccess && t('removal-settings.saved')}</output>}
    >
      <h2>{t('removal-settings.deadlines')}</h2>
      {REASONS.map((reason) => (
        <Field
          key={reason}
          label={t('removal-settings.days', { reason: t(`removal.reason.${reason}`) })}
          type="number"
          min={1}
          max={365}
          required
          value={deadlines[reason]}
          onChange={({ target }) => setDeadlines({ ...deadlines, [reason]: target.valueAsNumber || 1 })}
        />
      ))}
      <h2>{t('removal-settings.templates')}</h2>
      {drafts.map(({ key, name, answer }) => (
        <fieldset key={key} className="removal-template">
          <legend className="visually-hidden">{name || t('removal-settings.add')}</legend>
          <Field
            label={t('removal-settings.name')}
            required
            maxLength={REQUEST_LIMITS.template}
            autoComplete="off"
            value={name}
            onChange={({ target }) => change(key, { name: target.value })}
          />
          <TextAreaField
            label={t('removal-settings.text')}
            required
            rows={3}
            maxLength={REQUEST_LIMITS.answer}
            value={answer}
            onChange={({ target }) => change(key, { answer: target.value })}
          />
          <p>
            <button
              type="button"
              className="button"
              onClick={() => setDrafts(drafts.filter((draft) => draft.key !== key))}
            >
              {t('removal-settings.remove')}
              <span className="visually-hidden"> {name}</span>
            </button>
          </p>
        </fieldset>
      ))}
      {drafts.length < REQUEST_LIMITS.templates && (
        <p>
          <button type="button" className="button" onClick={add}>
            {t('removal-settings.add')}
          </button>
        </p>
      )}
    </ActionForm>
  );
}
