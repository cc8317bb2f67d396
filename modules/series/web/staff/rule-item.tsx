import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SeriesRule } from '../../contract/series.ts';
import { Time } from '../../../../web/src/components/time.tsx';
import { ConfirmDialog } from '../../../../web/src/features/admin/confirm-dialog.tsx';
import { RequestProblem } from '../../../../web/src/features/admin/request-problem.tsx';
import { announce } from '../../../../web/src/lib/announce.ts';
import { fetchUndoEffect, undoRule } from './api.ts';
import { refreshSeries } from './refresh-series.ts';
import { sentenceOf } from './rule-text.ts';
import { t, tRich } from './texts.ts';

interface RuleItemProps {
  readonly board: string;
  readonly rule: SeriesRule;
}

/** A rule with its history, and a button to undo it. */
export function RuleItem({ board, rule }: RuleItemProps) {
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const work = useMutation({
    mutationFn: async () => fetchUndoEffect(board, rule.id),
    onSuccess: () => setOpen(true),
  });
  const sentence = sentenceOf(rule);
  const undo = async () => {
    await undoRule(board, rule.id);
    announce(t('series-rules.undone'));
    await refreshSeries(queryClient);
  };
  return (
    <section className="reported" aria-label={sentence}>
      <p className="reported-head">
        <strong>{sentence}</strong>
      </p>
      <p className="reported-head quiet">
        <span>
          {tRich('series-rules.made', { account: rule.made_by, time: <Time key="time" iso={rule.made_at} /> })}
        </span>
        {rule.undone_at !== null && rule.undone_by !== null && (
          <span>
            {tRich('series-rules.undone-by', {
              account: rule.undone_by,
              time: <Time key="time" iso={rule.undone_at} />,
            })}
          </span>
        )}
      </p>
      <RequestProblem error={work.error} what={t('series-rules.what-undo')} />
      {rule.undone_at === null && (
        <p className="reported-actions">
          <button
            type="button"
            className="button"
            aria-disabled={work.isPending}
            onClick={() => {
              if (!work.isPending) work.mutate();
            }}
          >
            {t('series-rules.undo')}
            <span className="visually-hidden">: {sentence}</span>
          </button>
        </p>
      )}
      {isOpen && (
        <ConfirmDialog
          title={t('series-rules.undo-title', { rule: sentence })}
          confirm={t('series-rules.undo')}
          action={undo}
          onClose={() => setOpen(false)}
        >
          <p>{t('series-rules.moving', { count: work.data?.threads ?? 0 })}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}
