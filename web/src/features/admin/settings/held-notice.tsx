import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { HeldCounts } from '../../../../../mappings/contract/board-settings.ts';
import { announce } from '../../../lib/announce.ts';
import { releaseHeld } from '../api.ts';
import { adminBoardsQuery, boardSettingsQuery } from '../queries.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { t } from '../texts.ts';
import { listed } from '../../../lib/messages.ts';

interface HeldNoticeProps {
  readonly board: string;
  readonly held: HeldCounts;
}

/** Held deletions of a board, with a button to release them. */
export function HeldNotice({ board, held }: HeldNoticeProps) {
  const queryClient = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const [released, setReleased] = useState<HeldCounts | null>(null);
  const isHeld = held.posts + held.threads + held.files > 0;
  const release = async () => {
    const counts = await releaseHeld(board);
    setReleased(counts);
    announce(t('held.released', { what: heldText(counts) }));
    await queryClient.invalidateQueries({ queryKey: boardSettingsQuery(board).queryKey });
    void queryClient.invalidateQueries({ queryKey: adminBoardsQuery(false).queryKey });
  };
  if (!isHeld && released === null) return null;
  return (
    <div className={isHeld ? 'notice-line notice-alarm held' : 'notice-line held'}>
      <p>{isHeld ? t('held.some', { what: heldText(held) }) : released && releasedText(released)}</p>
      {isHeld && (
        <button type="button" className="button" onClick={() => setAsked(true)}>
          {t('held.release')}
        </button>
      )}
      {isAsked && (
        <ConfirmDialog
          title={t('held.title', { board })}
          confirm={t('held.release')}
          action={release}
          onClose={() => setAsked(false)}
        >
          <p>{t('held.what')}</p>
          <p>{t('held.wait-advice')}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

function releasedText(counts: HeldCounts): string {
  return t('held.released', { what: heldText(counts) });
}

/** The kinds with a count above zero. */
function heldText({ posts, threads, files }: HeldCounts): string {
  const parts = [
    ...(posts > 0 ? [t('unit.posts', { count: posts })] : []),
    ...(threads > 0 ? [t('thread.threads', { count: threads })] : []),
    ...(files > 0 ? [t('held.files', { count: files })] : []),
  ];
  return parts.length === 0 ? t('held.nothing') : listed(parts);
}
