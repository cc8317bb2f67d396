import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { LANGUAGES } from 'virtual:languages';
import { useState } from 'react';
import { ErrorMessage } from '../../../web/src/components/error-message.tsx';
import { PageHeading } from '../../../web/src/components/page-heading.tsx';
import { ActionForm } from '../../../web/src/features/admin/action-form.tsx';
import { isSessionGone } from '../../../web/src/features/admin/api.ts';
import { SelectField, TextAreaField } from '../../../web/src/features/admin/field.tsx';
import { ADMIN_KEY } from '../../../web/src/features/admin/queries.ts';
import { announce } from '../../../web/src/lib/announce.ts';
import { answerOf, api, type Schemas } from '../../../web/src/lib/api.ts';
import { formatDateAndTime } from '../../../web/src/lib/format.ts';
import { currentLanguage } from '../../../web/src/lib/messages.ts';
import { useTitle } from '../../../web/src/lib/use-title.ts';
import type { PageNode } from '../contract/page-node.ts';
import { MAX_MARKDOWN, PAGE_NAMES, type PageName } from '../page-names.ts';
import { PageContent } from './page-content.tsx';
import './site-pages.css';
import { t } from './staff-texts.ts';

type Text = Schemas['SitePageText'];

/** Read when the page is opened: the texts must not change under the editor. */
const textsQuery = queryOptions({
  queryKey: [ADMIN_KEY, 'site-pages'] as const,
  queryFn: async ({ signal }) => (await answerOf(api.GET('/api/v1/admin/pages', { signal }))).texts,
  staleTime: 0,
  refetchOnWindowFocus: false,
});

const languageName = (code: string) => LANGUAGES.get(code)?.name ?? code;

/** The texts of the site's pages, by page and language. */
export function StaffPage() {
  useTitle(t('site-pages.name'), t('admin.name'));
  const [name, setName] = useState<PageName>('about');
  const [language, setLanguage] = useState(currentLanguage);
  const { data, error, refetch } = useQuery(textsQuery);
  const text = data?.find((one) => one.name === name && one.language === language);
  const isOwn = (code: string) => data?.find((one) => one.name === name && one.language === code)?.markdown != null;
  return (
    <div className="account">
      <div className="admin-head">
        <PageHeading>{t('site-pages.name')}</PageHeading>
      </div>
      <p className="admin-lead">{t('staff-pages.lead')}</p>
      {data === undefined && error !== null && !isSessionGone(error) && (
        <ErrorMessage inner error={error} onRetry={() => void refetch()} />
      )}
      <SelectField
        label={t('staff-pages.page')}
        value={name}
        options={PAGE_NAMES}
        optionText={(one) => t(`site-pages.${one}`)}
        onChoose={setName}
      />
      <SelectField
        label={t('staff-pages.language')}
        value={language}
        options={[...LANGUAGES.keys()]}
        optionText={(code) => (isOwn(code) ? t('staff-pages.own', { name: languageName(code) }) : languageName(code))}
        onChoose={setLanguage}
      />
      {data === undefined && error === null && <p className="admin-waiting" aria-busy="true" />}
      {text !== undefined && <Editor key={`${name} ${language} ${text.changed_at}`} text={text} />}
    </div>
  );
}

function Editor({ text }: { readonly text: Text }) {
  const { name, language, changed_at: replaces } = text;
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState(text.markdown ?? text.standard);
  const preview = useMutation({
    mutationFn: () => answerOf(api.POST('/api/v1/admin/pages/preview', { body: { markdown: draft } })),
  });
  const path = { sitePage: name, language };
  const work = useMutation({
    async mutationFn(action: 'save' | 'reset') {
      if (action === 'reset')
        await answerOf(api.DELETE('/api/v1/admin/pages/{sitePage}/{language}', { params: { path } }));
      else
        await answerOf(
          api.PUT('/api/v1/admin/pages/{sitePage}/{language}', {
            params: { path },
            body: { markdown: draft, replaces },
          }),
        );
      return action;
    },
    async onSuccess(action) {
      announce(t(action === 'save' ? 'staff-pages.saved' : 'staff-pages.was-reset'));
      await queryClient.invalidateQueries({ queryKey: [ADMIN_KEY, 'site-pages'] });
      await queryClient.invalidateQueries({ queryKey: ['site-page'] });
    },
  });
  return (
    <>
      <ActionForm
        className="staff-page-text"
        work={work}
        what={t('staff-pages.what')}
        onSubmit={(fields) => {
          if (fields.get('action') === 'preview') preview.mutate();
          else work.mutate(fields.get('action') === 'reset' ? 'reset' : 'save');
        }}
        buttons={
          <>
            <Action name="save" isPrimary />
            <Action name="preview" />
            {text.markdown !== null && <Action name="reset" />}
            <a href={`/${name}`}>{t('staff-pages.view')}</a>
          </>
        }
      >
        <TextAreaField
          label={t('staff-pages.text')}
          help={t('staff-pages.help')}
          value={draft}
          maxLength={MAX_MARKDOWN}
          lang={language}
          required
          onChange={({ target }) => setDraft(target.value)}
        />
        {text.changed_at !== null && text.changed_by !== null && (
          <p className="quiet">
            {t('staff-pages.changed', {
              account: text.changed_by,
              time: formatDateAndTime(Date.parse(text.changed_at)),
            })}
          </p>
        )}
      </ActionForm>
      {preview.data !== undefined && (
        <section className="staff-page-preview" aria-label={t('staff-pages.preview')}>
          {preview.data.problem !== null && (
            <p className="request-problem" role="alert">
              {preview.data.problem}
            </p>
          )}
          <div className="site-text" lang={language}>
            {preview.data.title !== null && <h2>{preview.data.title}</h2>}
            <PageContent nodes={preview.data.content as unknown as readonly PageNode[]} />
          </div>
        </section>
      )}
    </>
  );
}

interface ActionProps {
  readonly name: 'save' | 'preview' | 'reset';
  readonly isPrimary?: boolean;
}

function Action({ name, isPrimary = false }: ActionProps) {
  return (
    <button type="submit" name="action" value={name} className={isPrimary ? 'button button-primary' : 'button'}>
      {t(`staff-pages.${name}`)}
    </button>
  );
}
