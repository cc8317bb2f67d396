import type { PartialReason } from '../../../mappings/contract/partial.ts';
import { t } from '../lib/messages.ts';

/** Says why an answer lacks posts and what to do about it, with a line for each reason. Nothing for a complete answer. */
export function PartialNotice({ reasons }: { readonly reasons: readonly PartialReason[] }) {
  return reasons.map((reason) => (
    <p key={reason.reason} className="notice-line">
      {sentenceOf(reason)}
    </p>
  ));
}

function sentenceOf({ reason, boards }: PartialReason): string {
  const names = boards.map((board) => `/${board}/`).join(' ');
  switch (reason) {
    case 'timed_out':
      return t('partial.timed-out');
    case 'shard_failed':
      return t('partial.shard-failed');
    case 'board_missing':
      return t('partial.board-missing', { boards: names });
    case 'board_refilling':
      return t('partial.board-refilling', { boards: names });
    case 'field_missing':
      return t('partial.field-missing', { boards: names });
    case 'post_unreadable':
      return t('partial.post-unreadable');
    case 'documents_missing':
      return t('partial.documents-missing', { boards: names });
  }
}
