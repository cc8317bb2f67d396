import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Cabal } from '../contract/cabals.ts';
import { Time } from '../../../web/src/components/time.tsx';
import { announce } from '../../../web/src/lib/announce.ts';
import { ConfirmDialog } from '../../../web/src/features/admin/confirm-dialog.tsx';
import { ADMIN_KEY } from '../../../web/src/features/admin/queries.ts';
import { appointModerator, dismissModerator } from './api.ts';
import { t } from './texts.ts';

/** Authors whose deletes of other authors' posts apply in this archive. */
export function Moderators({
  cabal,
  name,
  all,
}: {
  readonly cabal: number;
  readonly name: string;
  readonly all: Cabal['moderators'];
}) {
  const queryClient = useQueryClient();
  const [dismissed, setDismissed] = useState<string | null>(null);
  return (
    <>
      <h3>{t('cabals.moderators')}</h3>
      {all.length === 0 && <p className="quiet">{t('cabals.no-moderators')}</p>}
      <ul className="report-queue" tabIndex={-1} aria-label={`${t('cabals.moderators')}: ${name}`}>
        {all.map(({ author, appointed_by: by, appointed_at: at }) => (
          <li key={author} className="reported">
            <p className="ban-text">{author}</p>
            <p className="reported-head">
              <span>{by}</span>
              <span className="quiet">
                <Time iso={at} />
              </span>
              <button type="button" className="button" onClick={() => setDismissed(author)}>
                {t('cabals.dismiss')}
              </button>
            </p>
          </li>
        ))}
      </ul>
      {dismissed !== null && (
        <ConfirmDialog
          title={t('cabals.dismiss-title')}
          confirm={t('cabals.dismiss')}
          action={async () => {
            await dismissModerator(cabal, dismissed);
            announce(t('cabals.dismissed'));
            await queryClient.invalidateQueries({ queryKey: [ADMIN_KEY, 'cabals'] });
          }}
          onClose={() => setDismissed(null)}
        >
          <p>{t('cabals.dismiss-what')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

export function AppointButton({ cabal, author }: { readonly cabal: number; readonly author: string }) {
  const queryClient = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <button type="button" className="button" onClick={() => setAsked(true)}>
        {t('cabals.appoint')}…
      </button>
      {isAsked && (
        <ConfirmDialog
          title={t('cabals.appoint-title')}
          confirm={t('cabals.appoint')}
          action={async () => {
            await appointModerator(cabal, author);
            announce(t('cabals.appointed'));
            await queryClient.invalidateQueries({ queryKey: [ADMIN_KEY, 'cabals'] });
          }}
          onClose={() => setAsked(false)}
        >
          <p>{t('cabals.appoint-what')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
