import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ChooseBulkAction, ChosenBulkAction } from '../../../../../mappings/contract/bulk-actions.ts';
import { ActionForm } from '../action-form.tsx';
import type { BannedPost } from '../bans/ban-filter.ts';
import { Field, SelectField, TextAreaField, textOf } from '../field.tsx';
import { chooseBulkAction } from '../moderation-api.ts';
import { ADMIN_KEY } from '../queries.ts';
import { t } from '../texts.ts';
import { NetworkField, WidthField, widthOf } from '../writer-fields.tsx';

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
  return (
    <ActionForm
      className="bulk-form"
      work={work}
      onSubmit={(fields) => work.mutate(requestOf(fields, post))}
      what={t('request.bulk')}
      submit={t('bulk.choose')}
    >
      <SelectField
        label={t('bulk.action')}
        name="action"
        options={ACTIONS}
        optionText={(name) => t(`bulk.action.${name}`)}
      />
      {post === null ? (
        <>
          <SelectField
            label={t('bulk.by')}
            value={target}
            options={TARGETS}
            optionText={(name) => t(`bulk.by.${name}`)}
            onChoose={setTarget}
          />
          {target === 'search' ? (
            <TextAreaField
              label={t('bulk.query')}
              help={t('bulk.query-help')}
              name="q"
              required
              rows={2}
              maxLength={2000}
              defaultValue={query}
              autoCapitalize="off"
              spellCheck={false}
            />
          ) : (
            <NetworkField />
          )}
        </>
      ) : (
        <>
          <p>
            <strong>{t('bulk.of-post', { post: `/${post.board}/ ${post.num},${post.subnum}` })}</strong>
          </p>
          <WidthField />
        </>
      )}
      <Field label={t('bulk.reason')} name="reason" maxLength={500} autoComplete="off" />
    </ActionForm>
  );
}

function requestOf(fields: FormData, post: BannedPost | null): ChooseBulkAction {
  const reason = textOf(fields, 'reason');
  const found = fields.has('q') ? { q: textOf(fields, 'q') } : { network: textOf(fields, 'network') };
  return {
    action: ACTIONS.find((name) => name === textOf(fields, 'action')) ?? 'hide',
    ...(post === null ? found : { post, width: widthOf(fields) }),
    ...(reason !== '' && { reason }),
  };
}
