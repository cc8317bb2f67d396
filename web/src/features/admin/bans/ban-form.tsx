import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { BoardOptions } from '../board-options.tsx';
import { MAX_BAN_DAYS, MAX_BAN_TEXT } from '../../../../../mappings/ban.ts';
import type { AddBan } from '../../../../../mappings/contract/bans.ts';
import { announce } from '../../../lib/announce.ts';
import { boardsQuery } from '../../../lib/queries.ts';
import { ActionForm } from '../action-form.tsx';
import { addBan } from '../api.ts';
import { CheckField, Field, SelectField, textOf } from '../field.tsx';
import { NetworkField, WidthField, widthOf } from '../writer-fields.tsx';
import { ADMIN_KEY } from '../queries.ts';
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
  return (
    <ActionForm
      work={work}
      onSubmit={(fields) => work.mutate(requestOf(fields, post))}
      what={t('request.ban')}
      submit={t('bans.submit')}
      buttons={<output>{work.isSuccess && t('bans.added')}</output>}
    >
      {post === null ? (
        <NetworkField />
      ) : (
        <>
          <p>
            <strong>{t('bans.post', { post: `/${post.board}/ ${post.num},${post.subnum}` })}</strong>
          </p>
          <WidthField />
        </>
      )}
      <SelectField key={boards.length} label={t('bans.board')} name="board" defaultValue={post?.board}>
        {may('moderator', 'all') && <option value="">{t('bans.all-boards')}</option>}
        <BoardOptions boards={boards} />
      </SelectField>
      <Field
        label={t('bans.days')}
        name="days"
        type="number"
        required
        min={1}
        max={MAX_BAN_DAYS}
        defaultValue={DEFAULT_DAYS}
      />
      <Field label={t('bans.reason')} name="reason" required maxLength={MAX_BAN_TEXT} autoComplete="off" />
      <CheckField label={t('bans.reason-shown')} name="reason_shown" defaultChecked />
    </ActionForm>
  );
}

function requestOf(fields: FormData, post: BannedPost | null): AddBan {
  const board = textOf(fields, 'board');
  return {
    ...(post === null ? { network: textOf(fields, 'network') } : { post, width: widthOf(fields) }),
    boards: board === '' ? [] : [board],
    days: Number(textOf(fields, 'days')),
    reason: textOf(fields, 'reason'),
    reason_shown: fields.has('reason_shown'),
  };
}
