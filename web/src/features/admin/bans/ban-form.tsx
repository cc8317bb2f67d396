import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SyntheticEvent } from 'react';
import { BoardOptions } from '../board-options.tsx';
import { BAN_WIDTH_NAMES, MAX_BAN_DAYS, MAX_BAN_TEXT } from '../../../../../mappings/ban.ts';
import type { AddBan } from '../../../../../mappings/contract/bans.ts';
import { announce } from '../../../lib/announce.ts';
import { boardsQuery } from '../../../lib/queries.ts';
import { addBan } from '../api.ts';
import { ADMIN_KEY } from '../queries.ts';
import { RequestProblem } from '../request-problem.tsx';
import { useRoles } from '../session/use-roles.ts';
import type { BannedPost } from './ban-filter.ts';
import { t } from '../texts.ts';

const DEFAULT_DAYS = 3;

/** `post`: the ghost post whose writer is banned; without it, the form has a field for a network. */
export function BanForm({ post }: { readonly post: BannedPost | null }) {
  const queryClient = useQueryClient();
  const may = useRoles();
  const { data: all = [] } = useQuery(boardsQuery());
  const boards = all.filter(({ name }) => may('moderator', { board: name }));
  const work = useMutation({
    mutationFn: addBan,
    async onSuccess() {
      announce(t('bans.added'));
      await queryClient.invalidateQueries({ queryKey: [ADMIN_KEY, 'bans'] });
    },
  });
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!work.isPending) work.mutate(requestOf(new FormData(event.currentTarget), post));
  };
  return (
    <form className="ban-form" onSubmit={submit}>
      {post === null ? (
        <label className="field">
          <span>{t('bans.network')}</span>
          <input
            name="network"
            required
            maxLength={64}
            autoComplete="off"
            spellCheck={false}
            aria-describedby="network-help"
          />
          <small id="network-help" className="quiet">
            {t('bans.network-help')}
          </small>
        </label>
      ) : (
        <>
          <p>
            <strong>{t('bans.post', { post: `/${post.board}/ ${post.num},${post.subnum}` })}</strong>
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
      <label className="field">
        <span>{t('bans.board')}</span>
        <select key={boards.length} name="board" defaultValue={post?.board}>
          {may('moderator', 'all') && <option value="">{t('bans.all-boards')}</option>}
          <BoardOptions boards={boards} />
        </select>
      </label>
      <label className="field">
        <span>{t('bans.days')}</span>
        <input name="days" type="number" required min={1} max={MAX_BAN_DAYS} defaultValue={DEFAULT_DAYS} />
      </label>
      <label className="field">
        <span>{t('bans.reason')}</span>
        <input name="reason" required maxLength={MAX_BAN_TEXT} autoComplete="off" />
      </label>
      <label className="ban-check">
        <input type="checkbox" name="reason_shown" defaultChecked />
        {t('bans.reason-shown')}
      </label>
      <RequestProblem error={work.error} what={t('request.ban')} />
      <p>
        <button type="submit" className="button button-primary" aria-disabled={work.isPending}>
          {t('bans.submit')}
        </button>{' '}
        <output>{work.isSuccess && t('bans.added')}</output>
      </p>
    </form>
  );
}

function requestOf(fields: FormData, post: BannedPost | null): AddBan {
  const text = (name: string) => {
    const value = fields.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  const board = text('board');
  const width = BAN_WIDTH_NAMES.find((name) => name === text('width')) ?? 'address';
  return {
    ...(post === null ? { network: text('network') } : { post, width }),
    boards: board === '' ? [] : [board],
    days: Number(text('days')),
    reason: text('reason'),
    reason_shown: fields.has('reason_shown'),
  };
}
