import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import { BAN_WIDTH_NAMES } from '../../../../../mappings/ban.ts';
import type { ChooseBulkAction, ChosenBulkAction } from '../../../../../mappings/contract/bulk-actions.ts';
import type { BannedPost } from '../bans/ban-filter.ts';
import { chooseBulkAction } from '../moderation-api.ts';
import { ADMIN_KEY } from '../queries.ts';
import { RequestProblem } from '../request-problem.tsx';
import { t } from '../texts.ts';

const ACTIONS = ['hide', 'purge', 'delete_file', 'ban_file'] as const satisfies readonly ChooseBulkAction['action'][];
const TARGETS = ['search', 'network'] as const;

interface BulkFormProps {
  readonly query: string;
  /** The ghost post whose writer's network is chosen. */
  readonly post: BannedPost | null;
  readonly onChosen: (chosen: ChosenBulkAction | null) => void;
}

/** Chooses the posts and the action. Submitting the form does not change posts yet. */
export function BulkForm({ query, post, onChosen }: BulkFormProps) {
  const queryClient = useQueryClient();
  const [target, setTarget] = useState<(typeof TARGETS)[number]>('search');
  const work = useMutation({
    mutationFn: chooseBulkAction,
    onMutate: () => onChosen(null),
    async onSuccess(chosen) {
      onChosen(chosen);
      await queryClient.invalidateQueries({ queryKey: [ADMIN_KEY, 'bulk-actions'] });
    },
  });
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!work.isPending) work.mutate(requestOf(new FormData(event.currentTarget), post));
  };
  return (
    <form className="ban-form bulk-form" onSubmit={submit}>
      <label className="field">
        <span>{t('bulk.action')}</span>
        <select name="action">
          {ACTIONS.map((name) => (
            <option key={name} value={name}>
              {t(`bulk.action.${name}`)}
            </option>
          ))}
        </select>
      </label>
      {post !== null && (
        <>
          <p>
            <strong>{t('bulk.of-post', { post: `/${post.board}/ ${post.num},${post.subnum}` })}</strong>
          </p>
          <label className="field">
            <span>{t('bans.width')}</span>
            <select name="width">
              {BAN_WIDTH_NAMES.map((name) => (
                <option key={name} value={name}>
                  {t(`bans.width.${name}`)}
                </option>
              ))}
            </select>
          </label>
        </>
      )}
      {post === null && (
        <label className="field">
          <span>{t('bulk.by')}</span>
          <select
            value={target}
            onChange={({ target: { value } }) => setTarget(TARGETS.find((name) => name === value) ?? 'search')}
          >
            {TARGETS.map((name) => (
              <option key={name} value={name}>
                {t(`bulk.by.${name}`)}
              </option>
            ))}
          </select>
        </label>
      )}
      {post === null && target === 'search' && (
        <label className="field">
          <span>{t('bulk.query')}</span>
          <textarea
            name="q"
            required
            rows={2}
            maxLength={2000}
            defaultValue={query}
            autoCapitalize="off"
            spellCheck={false}
            aria-describedby="bulk-query-help"
          />
          <small id="bulk-query-help" className="quiet">
            {t('bulk.query-help')}
          </small>
        </label>
      )}
      {post === null && target === 'network' && (
        <label className="field">
          <span>{t('bans.network')}</span>
          <input
            name="network"
            required
            maxLength={64}
            autoComplete="off"
            spellCheck={false}
            aria-describedby="bulk-network-help"
          />
          <small id="bulk-network-help" className="quiet">
            {t('bans.network-help')}
          </small>
        </label>
      )}
      <label className="field">
        <span>{t('bulk.reason')}</span>
        <input name="reason" maxLength={500} autoComplete="off" />
      </label>
      <RequestProblem error={work.error} what={t('request.bulk')} />
      <p>
        <button type="submit" className="button button-primary" aria-disabled={work.isPending}>
          {t('bulk.choose')}
        </button>
      </p>
    </form>
  );
}

function requestOf(fields: FormData, post: BannedPost | null): ChooseBulkAction {
  const text = (name: string) => {
    const value = fields.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  const reason = text('reason');
  const width = BAN_WIDTH_NAMES.find((name) => name === text('width')) ?? 'address';
  const found = fields.has('q') ? { q: text('q') } : { network: text('network') };
  return {
    action: ACTIONS.find((name) => name === text('action')) ?? 'hide',
    ...(post === null ? found : { post, width }),
    ...(reason !== '' && { reason }),
  };
}
