import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { ErrorMessage } from '../../../components/error-message.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { useTitle } from '../../../lib/use-title.ts';
import { changeBoardDefaults } from '../api.ts';
import { useKeepFocus } from '../keep-focus.ts';
import { boardDefaultsQuery } from '../queries.ts';
import { RefreshProblem } from '../request-problem.tsx';
import { BoardSettingsForm } from './board-settings-form.tsx';
import { EnvironmentSettings } from './environment-settings.tsx';
import { t } from '../texts.ts';

/** The page with the defaults, which apply to boards without a value of their own. */
export function BoardDefaultsPage() {
  useTitle(t('defaults.title'), t('admin.name'));
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(boardDefaultsQuery());
  const place = useRef<HTMLElement>(null);
  const keepFocus = useKeepFocus(place);
  if (data === undefined) {
    if (error === null) return <p className="admin-waiting" aria-busy="true" />;
    return <ErrorMessage error={error} onRetry={() => void refetch()} />;
  }
  return (
    <section className="settings-page" tabIndex={-1} ref={place} aria-labelledby="defaults-title" {...keepFocus}>
      <div className="admin-head">
        <PageHeading>
          <span id="defaults-title">{t('defaults.title')}</span>
        </PageHeading>
        <p className="message-actions">
          <a href="/admin/boards">{t('settings.all-boards')}</a>
        </p>
      </div>
      <p className="admin-lead">{t('defaults.lead')}</p>
      <RefreshProblem error={error} />
      <BoardSettingsForm
        answer={data}
        save={changeBoardDefaults}
        onSaved={(after) => queryClient.setQueryData(boardDefaultsQuery().queryKey, after)}
        reload={async () => refetch()}
      />
      <EnvironmentSettings />
    </section>
  );
}
