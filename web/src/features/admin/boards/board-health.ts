import type { AdminBoard } from '../../../../../mappings/contract/admin.ts';
import { perLanguage } from '../../../lib/format.ts';
import { t } from '../../../lib/messages.ts';
import type { BoardAction } from './board-actions.tsx';

/** What a board needs most: the one button in its row. */
export function advisedAction(board: Pick<AdminBoard, 'outdated' | 'drift'>): BoardAction {
  if (board.outdated) return 'reindex';
  return board.drift !== null && board.drift > 0 ? 'repair' : 'verify';
}

/** How far a small bar fills: each tenfold counts the same, so that one of a million is seen. */
export function barShare(value: number, full: number): number {
  if (value <= 0 || full <= 0) return 0;
  return Math.min(1, Math.log1p(value) / Math.log1p(full));
}

/** Of all boards, in a sentence; null where all is well. */
export function troubleText(boards: readonly AdminBoard[]): string | null {
  const names = (which: (board: AdminBoard) => boolean) =>
    list().format(boards.filter(which).map(({ name }) => `/${name}/`));
  const drifting = names(({ drift }) => drift !== null && drift > 0);
  const outdated = names(({ outdated: is }) => is);
  const parts = [
    drifting !== '' && t('admin-boards.drifting', { boards: drifting }),
    outdated !== '' && t('admin-boards.old-mapping', { boards: outdated }),
  ].filter((part) => part !== false);
  return parts.length === 0 ? null : parts.join(' ');
}

const list = perLanguage((locale) => new Intl.ListFormat(locale));
