import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { HeldCounts } from '../../../../../mappings/contract/board-settings.ts';
import { announce } from '../../../lib/announce.ts';
import { say } from '../../../lib/messages.ts';
import { releaseHeld } from '../api.ts';
import { adminBoardsQuery, boardSettingsQuery } from '../queries.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';

interface HeldNoticeProps {
  readonly board: string;
  readonly held: HeldCounts;
}

/** What vanished with so much of its board that nothing is said of it, and the way to have it judged after all. */
export function HeldNotice({ board, held }: HeldNoticeProps) {
  const queryClient = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const [released, setReleased] = useState<HeldCounts | null>(null);
  const isHeld = held.posts + held.threads + held.files > 0;
  const release = async () => {
    const counts = await releaseHeld(board);
    setReleased(counts);
    announce(say('held.released', { what: heldInWords(counts) }));
    await queryClient.invalidateQueries({ queryKey: boardSettingsQuery(board).queryKey });
    void queryClient.invalidateQueries({ queryKey: adminBoardsQuery(false).queryKey });
  };
  if (!isHeld && released === null) return null;
  return (
    <div className={isHeld ? 'notice-line notice-alarm held' : 'notice-line held'}>
      <p>{isHeld ? say('held.some', { what: heldInWords(held) }) : released && releasedInWords(released)}</p>
      {isHeld && (
        <button type="button" className="button" onClick={() => setAsked(true)}>
          {say('held.release')}
        </button>
      )}
      {isAsked && (
        <ConfirmDialog
          title={say('held.title', { board })}
          confirm={say('held.release')}
          action={release}
          onClose={() => setAsked(false)}
        >
          <p>{say('held.what')}</p>
          <p>{say('held.rather-wait')}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

function releasedInWords(counts: HeldCounts): string {
  return say('held.released', { what: heldInWords(counts) });
}

/** Those of the three that there are any of. */
function heldInWords({ posts, threads, files }: HeldCounts): string {
  const parts = [
    ...(posts > 0 ? [say('unit.posts', { count: posts })] : []),
    ...(threads > 0 ? [say('thread.threads', { count: threads })] : []),
    ...(files > 0 ? [say('held.files', { count: files })] : []),
  ];
  return parts.length === 0 ? say('held.nothing') : parts.join(', ');
}
