import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ContributedDump } from '../../contract/dump-list.ts';
import { DUMP_ACTIONS, mayMove, type DumpState } from '../../format/states.ts';
import { announce } from '../../../../web/src/lib/announce.ts';
import { ConfirmDialog } from '../../../../web/src/features/admin/confirm-dialog.tsx';
import { moderateDumps } from './dump-api.ts';
import { refreshDumps } from './dump-queries.ts';
import { t } from './texts.ts';

type DumpAction = (typeof DUMP_ACTIONS)[number];
type DumpOfAction = Pick<ContributedDump, 'id' | 'state'>;

/** Moderators must type the number of dumps to confirm an action on this many or more. */
const MANY = 5;

/** The dumps that an action may apply to. The server checks this again. */
const FOR: Readonly<Record<DumpAction, (state: DumpState) => boolean>> = {
  unlock: (state) => state === 'used',
  reset: (state) => mayMove('moderator', state, 'reset'),
  smite: (state) => mayMove('moderator', state, 'smitten'),
  forget: (state) => mayMove('moderator', state, 'forgotten'),
  trust: (state) => state === 'new',
  delete: () => true,
};

interface DumpActionsProps {
  readonly dumps: readonly DumpOfAction[];
  readonly onDone?: () => void;
}

/** Buttons for the actions on these dumps, each with a confirmation. */
export function DumpActions({ dumps, onDone }: DumpActionsProps) {
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<DumpAction | null>(null);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const possible = DUMP_ACTIONS.filter((action) => dumps.some(({ state }) => FOR[action](state)));
  const chosen = asked === null ? [] : dumps.filter(({ state }) => FOR[asked](state));
  const run = async (action: DumpAction) => {
    const result = await moderateDumps({ action, dumps: chosen.map(({ id }) => id) });
    setRefused(result.refused.map(({ id, detail }) => `${t('dumps.one', { id: String(id) })}: ${detail}`));
    announce(t('dump-staff.done', { count: result.done.length }));
    onDone?.();
    await refreshDumps(queryClient);
  };
  return (
    <div className="dump-actions" tabIndex={-1}>
      {possible.map((action) => (
        <button
          key={action}
          type="button"
          className={action === 'delete' ? 'button button-danger' : 'button'}
          onClick={() => setAsked(action)}
        >
          {t(`dump-staff.${action}`)}
        </button>
      ))}
      {refused.length > 0 && (
        <ul className="request-problem" role="alert">
          {refused.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {asked !== null && (
        <ConfirmDialog
          title={t(`dump-staff.${asked}-title`, { count: chosen.length })}
          confirm={t(`dump-staff.${asked}`)}
          danger={asked === 'delete'}
          action={async () => run(asked)}
          onClose={() => setAsked(null)}
          {...(chosen.length >= MANY && { typed: { text: String(chosen.length), what: t('dump-staff.number') } })}
        >
          <p>{t(`dump-staff.${asked}-help`)}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
