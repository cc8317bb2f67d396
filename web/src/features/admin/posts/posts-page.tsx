import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { Moderate, Moderated } from '../../../../../mappings/contract/admin.ts';
import { PageHeading } from '../../../components/page-heading.tsx';
import { announce } from '../../../lib/announce.ts';
import { boardsQuery } from '../../../lib/queries.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { ActionForm } from '../action-form.tsx';
import { moderate } from '../api.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { CheckField, Field, SelectField, TextAreaField, VERBATIM } from '../field.tsx';
import { RequestProblem } from '../request-problem.tsx';
import { useRoles } from '../session/use-roles.ts';
import { PostPreview, readPostName } from './post-preview.tsx';
import { t } from '../texts.ts';

type Action = Moderate['action'];

const ACTIONS = ['hide', 'show', 'purge'] as const;

/** Hide, show and purge a post by its number. */
export function PostsPage() {
  useTitle(t('admin.posts'), t('admin.name'));
  const { search } = useLocation();
  const given = search as Readonly<Record<string, string | undefined>>;
  const queryClient = useQueryClient();
  const may = useRoles();
  const { data: all = [] } = useQuery(boardsQuery());
  const boards = all.filter(({ name }) => may('moderator', { board: name }));
  const [action, setAction] = useState<Action>('hide');
  const [board, setBoard] = useState(given['board']);
  const [text, setText] = useState(given['num'] ?? '');
  const [thread, setThread] = useState(false);
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const number = useRef<HTMLInputElement>(null);
  const [done, setDone] = useState<{ asked: Moderate; moderated: Moderated } | null>(null);

  const post = readPostName(text);
  const chosen = post?.board ?? board ?? boards[0]?.name ?? '';
  const isThread = thread && may('admin', { board: chosen });
  const names = boards.map(({ name }) => name);
  const isWrong = isTried && post === null;

  const run = async (asked: Moderate) => {
    const moderated = await moderate(asked);
    setDone({ asked, moderated });
    announce(outcomeText(asked, moderated));
    // Pages that are opened next must not show cached content of the post.
    for (const key of ['thread', 'post', 'search']) {
      void queryClient.invalidateQueries({ queryKey: [key], refetchType: key === 'post' ? 'active' : 'none' });
    }
  };
  const work = useMutation({ mutationFn: run });
  const requestBody = (): Moderate => ({
    action,
    board: chosen,
    num: post?.num ?? 0,
    ...(post !== null && post.subnum > 0 && { subnum: post.subnum }),
    ...(isThread && { thread: true }),
    ...(reason.trim() !== '' && { reason: reason.trim() }),
  });
  const submit = () => {
    setTried(true);
    if (post === null) {
      number.current?.focus();
      return;
    }
    setDone(null);
    if (action === 'purge') setAsked(true);
    else work.mutate(requestBody());
  };
  const failed = work.variables;
  return (
    <>
      <div className="admin-head">
        <PageHeading>{t('admin.posts')}</PageHeading>
      </div>
      <ActionForm
        className="moderation"
        work={work}
        onSubmit={submit}
        submit={t(`moderate.${action}`)}
        danger={action === 'purge'}
        noValidate
        outcome={
          <>
            <RequestProblem
              error={work.error}
              what={t(failed === undefined ? 'request.unnamed' : `request.${failed.action}`)}
              onRetry={failed === undefined ? undefined : () => work.mutate(failed)}
            />
            {done !== null && (
              <p className="notice-line moderation-done">
                {outcomeText(done.asked, done.moderated)}
                {done.asked.action === 'hide' && done.moderated.posts > 0 && (
                  <button
                    type="button"
                    className="text-button"
                    onClick={() => work.mutate({ ...done.asked, action: 'show' })}
                  >
                    {t('moderate.show-again')}
                  </button>
                )}
              </p>
            )}
          </>
        }
      >
        <fieldset className="actions-choice">
          <legend>{t('moderate.what')}</legend>
          {ACTIONS.map((name) => (
            <div key={name} className="radio">
              <input
                id={`action-${name}`}
                type="radio"
                name="action"
                value={name}
                checked={action === name}
                onChange={() => setAction(name)}
                aria-describedby={`action-${name}-help`}
              />
              <p>
                <label htmlFor={`action-${name}`}>{t(`moderate.${name}`)}</label>{' '}
                <span id={`action-${name}-help`} className="quiet">
                  {t(`moderate.help.${name}`)}
                </span>
              </p>
            </div>
          ))}
        </fieldset>
        <div className="field-row">
          <SelectField
            label={t('admin-boards.board')}
            value={chosen}
            disabled={post?.board != null}
            options={names.includes(chosen) || chosen === '' ? names : [...names, chosen]}
            optionText={(name) => `/${name}/`}
            onChoose={setBoard}
          />
          <Field
            {...VERBATIM}
            label={t('moderate.number')}
            ref={number}
            value={text}
            onChange={({ target }) => setText(target.value)}
            aria-invalid={isWrong}
            aria-describedby="post-name-problem"
          />
        </div>
        <p id="post-name-problem" className="field-problem" role="alert">
          {isWrong && t('moderate.no-number')}
        </p>
        <PostPreview board={chosen} post={post} />
        {may('admin', { board: chosen }) && (
          <CheckField
            label={
              <>
                {t('moderate.thread')} <span className="quiet">{t('moderate.thread-note')}</span>
              </>
            }
            checked={thread}
            onChange={({ target }) => setThread(target.checked)}
          />
        )}
        <TextAreaField
          label={
            <>
              {t('moderate.reason')} <span className="quiet">{t('moderate.reason-note')}</span>
            </>
          }
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          maxLength={1000}
          rows={2}
        />
      </ActionForm>
      {isAsked && post !== null && (
        <ConfirmDialog
          title={t(isThread ? 'moderate.purge-thread' : 'moderate.purge-post', {
            num: String(post.num),
            board: chosen,
          })}
          confirm={t('moderate.purge-confirm')}
          danger
          typed={{ text: String(post.num), what: t('moderate.post-number') }}
          action={() => run(requestBody())}
          onClose={() => setAsked(false)}
        >
          <p>{t(isThread ? 'moderate.purge-what-thread' : 'moderate.purge-what')}</p>
          <p>
            <strong>{t('moderate.permanent')}</strong> {t('moderate.hide-instead')}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** "Post 123 on /g/ is hidden.", "12 posts of thread 123 on /g/ are hidden." */
export function outcomeText({ action, board, num, thread = false }: Moderate, { posts }: Moderated): string {
  const place = { num: String(num), board };
  if (posts === 0) return t(`moderate.unchanged.${action}`, place);
  return thread ? t(`moderate.done-thread.${action}`, { ...place, count: posts }) : t(`moderate.done.${action}`, place);
}
