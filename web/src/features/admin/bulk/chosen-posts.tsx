import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ChosenBulkAction } from '../../../../../mappings/contract/bulk-actions.ts';
import { announce } from '../../../lib/announce.ts';
import { formatCount } from '../../../lib/format.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { refreshPages } from '../in-place/hide-in-place.ts';
import { runBulkAction } from '../moderation-api.ts';
import { PostSamples } from '../post-samples.tsx';
import { ADMIN_KEY } from '../queries.ts';
import { t } from '../texts.ts';
import { listed } from '../../../lib/messages.ts';

interface ChosenPostsProps {
  readonly chosen: ChosenBulkAction;
  readonly onDone: () => void;
}

/** The posts that a bulk action would change. Typing their number confirms it. */
export function ChosenPosts({ chosen: { action, samples }, onDone }: ChosenPostsProps) {
  const { id, posts, elsewhere, boards } = action;
  const queryClient = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const [isAsked, setAsked] = useState(false);
  const [reached, setReached] = useState<number | null>(null);
  useEffect(() => heading.current?.focus(), []);
  const run = async () => {
    let changed = 0;
    for (;;) {
      const step = await runBulkAction(id, posts);
      changed += step.posts;
      setReached(posts - step.left);
      if (step.left === 0) break;
    }
    announce(t(`bulk.done.${action.action}`, { count: changed }));
    await queryClient.invalidateQueries({ queryKey: [ADMIN_KEY, 'bulk-actions'] });
    await refreshPages(queryClient);
    onDone();
  };
  return (
    <section className="reported" aria-labelledby="bulk-chosen">
      <h2 id="bulk-chosen" ref={heading} tabIndex={-1}>
        {t('bulk.chosen')}
      </h2>
      <p>
        <strong>{t('bulk.posts', { count: posts })}</strong>{' '}
        {t('bulk.on', { boards: listed(boards.map((board) => `/${board}/`)) })}
      </p>
      {elsewhere > 0 && <p>{t('bulk.elsewhere', { count: elsewhere })}</p>}
      <PostSamples samples={samples} label={t('bulk.samples')} />
      <p>
        <button
          type="button"
          className={action.action !== 'hide' ? 'button button-danger' : 'button button-primary'}
          onClick={() => setAsked(true)}
        >
          {t(`bulk.run.${action.action}`, { count: posts })}
        </button>
      </p>
      {isAsked && (
        <ConfirmDialog
          title={t(`bulk.title.${action.action}`, { count: posts })}
          confirm={t(`bulk.confirm.${action.action}`)}
          danger={action.action !== 'hide'}
          typed={{ text: String(posts), what: t('bulk.number') }}
          action={run}
          onClose={() => setAsked(false)}
        >
          <p>{t(`bulk.what.${action.action}`)}</p>
          <output>
            {reached !== null && t('bulk.progress', { done: formatCount(reached), posts: formatCount(posts) })}
          </output>
        </ConfirmDialog>
      )}
    </section>
  );
}
