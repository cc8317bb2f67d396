import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ChosenBulkAction } from '../../../mappings/contract/bulk-actions.ts';
import { ActionForm } from '../../../web/src/features/admin/action-form.tsx';
import { ConfirmDialog } from '../../../web/src/features/admin/confirm-dialog.tsx';
import { CheckField, Field, SelectField, TextAreaField } from '../../../web/src/features/admin/field.tsx';
import { chooseBulkAction } from '../../../web/src/features/admin/moderation-api.ts';
import { PostSamples } from '../../../web/src/features/admin/post-samples.tsx';
import { ADMIN_KEY } from '../../../web/src/features/admin/queries.ts';
import { searchAddress } from '../../../web/src/lib/addresses.ts';
import { isApiError } from '../../../web/src/lib/api-error.ts';
import { announce } from '../../../web/src/lib/announce.ts';
import type { DecideRemoval, RemovalRequest, RemovalTemplate } from '../contract/removal-requests.ts';
import { isOfPosts, REMOVALS, REQUEST_LIMITS } from '../requests.ts';
import { decideRequest } from './api.ts';
import { queryOf } from './query-of.ts';
import { t } from './staff-texts.ts';

type Removal = (typeof REMOVALS)[number];
type Action = DecideRemoval['action'];

interface DecisionProps {
  readonly request: RemovalRequest;
  readonly templates: readonly RemovalTemplate[];
  /** Posts of the request to which a removal applies. */
  readonly chosen: RemovalRequest['posts'];
  /** Called when a decision fails or succeeds (null): a conflict often removes the request from the list, together with this form. */
  readonly onFailed: (failed: FailedDecision | null) => void;
}

export interface FailedDecision {
  readonly id: number;
  readonly error: Error;
}

/** The posts and files that a confirmed decision removes. */
interface Confirming {
  readonly action: Removal;
  /** For a name or a search. */
  readonly bulk: ChosenBulkAction | null;
}

const BUTTONS = ['purge', 'hide', 'delete_file', 'ban_file'] as const satisfies readonly Removal[];
const isFinal = (action: Removal) => action !== 'hide';

/** The answer to the person, and the buttons that decide. */
export function Decision({ request, templates, chosen, onFailed }: DecisionProps) {
  const { id, version, about } = request;
  const queryClient = useQueryClient();
  const [answer, setAnswer] = useState('');
  const [query, setQuery] = useState(() => queryOf(request));
  const [isBanned, setBanned] = useState(false);
  const [confirming, setConfirming] = useState<Confirming | null>(null);
  const isOpen = request.closed_at === null;
  const work = useMutation({
    async mutationFn({ action, bulk }: { readonly action: Action; readonly bulk?: ChosenBulkAction | null }) {
      const text = answer.trim();
      const body = {
        action,
        version,
        ...(text !== '' && { answer: text }),
        ...(isOfPosts(about) && isRemoval(action) && { posts: chosen.map(numberOf) }),
        ...(isBanned && isOfPosts(about) && (action === 'hide' || action === 'purge') && { ban_files: true as const }),
        ...(bulk != null && { bulk_action: bulk.action.id, bulk_posts: bulk.action.posts }),
      };
      let { left } = await decideRequest(id, body);
      while (left > 0) {
        announce(t('removal-queue.left', { count: left }));
        ({ left } = await decideRequest(id, body));
      }
      return action;
    },
    onError: (error) => onFailed(isConflict(error) ? { id, error } : null),
    onSuccess(action) {
      onFailed(null);
      announce(t(DONE[action] ?? 'removal-queue.done'));
      setAnswer('');
    },
    async onSettled() {
      // A conflict, too, shows the request as it is now.
      await queryClient.invalidateQueries({ queryKey: [ADMIN_KEY, 'removal-requests'] });
      await queryClient.invalidateQueries({ queryKey: [ADMIN_KEY, 'counts'] });
      // Pages that are opened next must not show cached content of removed posts.
      for (const key of ['thread', 'post', 'search'])
        void queryClient.invalidateQueries({ queryKey: [key], refetchType: 'none' });
    },
  });
  const choosing = useMutation({
    mutationFn: async (action: Removal) => chooseBulkAction({ action, q: query.trim() }),
    onSuccess: (bulk, action) => setConfirming({ action, bulk }),
  });
  const press = (fields: FormData) => {
    const action = ACTIONS.find((one) => one === fields.get('action'));
    if (action === undefined || choosing.isPending) return;
    if (!isRemoval(action)) work.mutate({ action });
    else if (!isOfPosts(about)) choosing.mutate(action);
    else if (isFinal(action) || isBanned) setConfirming({ action, bulk: null });
    else work.mutate({ action });
  };
  const hasFiles = !isOfPosts(about) || chosen.some(({ post }) => post?.file != null);
  const removals = (about === 'files' ? BUTTONS.toReversed() : BUTTONS).filter(
    (action) => hasFiles || action === 'purge' || action === 'hide',
  );
  const isPending = work.isPending || choosing.isPending;
  return (
    <>
      <ActionForm
        className="removal-decision"
        work={{ error: isConflict(work.error) ? null : (work.error ?? choosing.error), isPending }}
        onSubmit={press}
        what={t('removal-queue.what')}
        buttons={
          <>
            {isOpen && removals.map((action) => <Act key={action} action={action} isPending={isPending} />)}
            {isOpen && <Act action="refuse" isPending={isPending} />}
            {!isOpen && request.outcome !== null && <Act action="reopen" isPending={isPending} />}
            <Act action="note" isPending={isPending} />
          </>
        }
      >
        {isOpen && !isOfPosts(about) && (
          <Field
            label={t('removal-queue.query')}
            help={
              <a href={searchAddress(query)} target="_blank" rel="noreferrer">
                {t('removal-queue.search')}
              </a>
            }
            value={query}
            maxLength={2_000}
            spellCheck={false}
            onChange={({ target }) => setQuery(target.value)}
          />
        )}
        {isOpen && templates.length > 0 && (
          <SelectField
            label={t('removal-queue.template')}
            defaultValue=""
            options={templates.map(({ name }) => name)}
            onChoose={(name) => setAnswer(templates.find((one) => one.name === name)?.answer ?? '')}
          >
            <option value="">{t('removal-queue.no-template')}</option>
          </SelectField>
        )}
        {!isOpen && request.answer !== null && <p className="removal-words">{request.answer}</p>}
        <TextAreaField
          label={t(isOpen ? 'removal-queue.answer' : 'removal-queue.staff-note')}
          help={isOpen ? t('removal-queue.answer-help') : undefined}
          rows={2}
          value={answer}
          maxLength={REQUEST_LIMITS.answer}
          onChange={({ target }) => setAnswer(target.value)}
        />
        {isOpen && about === 'posts' && hasFiles && (
          <CheckField
            label={t('removal-queue.ban-too')}
            checked={isBanned}
            onChange={({ target }) => setBanned(target.checked)}
          />
        )}
      </ActionForm>
      {confirming !== null && (
        <Confirm
          confirming={confirming}
          posts={confirming.bulk?.action.posts ?? chosen.length}
          action={async () => work.mutateAsync(confirming)}
          onClose={() => setConfirming(null)}
        />
      )}
    </>
  );
}

const ACTIONS = [...REMOVALS, 'refuse', 'note', 'reopen'] as const satisfies readonly Action[];
const DONE: Readonly<Partial<Record<Action, 'removal-queue.noted' | 'removal-queue.reopened'>>> = {
  note: 'removal-queue.noted',
  reopen: 'removal-queue.reopened',
};

function isConflict(error: Error | null): boolean {
  return isApiError(error) && error.status === 409 && CONFLICTS.has(error.problem?.code ?? '');
}

const CONFLICTS: ReadonlySet<string> = new Set(['request_changed', 'request_worked_on']);

function isRemoval(action: Action): action is Removal {
  return REMOVALS.some((one) => one === action);
}

const numberOf = ({ board, num, subnum }: RemovalRequest['posts'][number]) => ({ board, num, subnum });

function Act({ action, isPending }: { readonly action: Action; readonly isPending: boolean }) {
  const isDanger = action === 'purge' || action === 'delete_file' || action === 'ban_file';
  return (
    <button
      type="submit"
      name="action"
      value={action}
      className={isDanger ? 'button button-danger' : 'button'}
      aria-disabled={isPending}
    >
      {t(`removal-queue.${action}`)}
    </button>
  );
}

interface ConfirmProps {
  readonly confirming: Confirming;
  readonly posts: number;
  readonly action: () => Promise<unknown>;
  readonly onClose: () => void;
}

function Confirm({ confirming: { action, bulk }, posts, action: run, onClose }: ConfirmProps) {
  const name = t(`removal-queue.${action}`);
  return (
    <ConfirmDialog
      title={t('removal-queue.confirm-title', { count: posts, action: name })}
      confirm={name}
      danger={isFinal(action)}
      {...(isFinal(action) && { typed: { text: String(posts), what: t('removal-queue.number') } })}
      action={run}
      onClose={onClose}
    >
      {isFinal(action) && (
        <p>
          <strong>{t('removal-queue.permanent')}</strong>
        </p>
      )}
      {bulk !== null && (
        <>
          {bulk.action.elsewhere > 0 && <p>{t('removal-queue.elsewhere', { count: bulk.action.elsewhere })}</p>}
          <PostSamples samples={bulk.samples} label={t('removal-queue.found')} />
        </>
      )}
    </ConfirmDialog>
  );
}
