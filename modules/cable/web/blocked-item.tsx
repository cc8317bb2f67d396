import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Cabal } from '../contract/cabals.ts';
import { Time } from '../../../web/src/components/time.tsx';
import { announce } from '../../../web/src/lib/announce.ts';
import { t, tRich } from './texts.ts';
import { ConfirmDialog } from '../../../web/src/features/admin/confirm-dialog.tsx';
import { unblockCabalAuthor } from './api.ts';
import { ADMIN_KEY } from '../../../web/src/features/admin/queries.ts';

interface BlockedItemProps {
  readonly cabal: number;
  readonly blocked: Cabal['blocked'][number];
}

/** An author whose posts were removed and are refused. */
export function BlockedItem({ cabal, blocked: { author, blocked_by: by, blocked_at: at, reason } }: BlockedItemProps) {
  const queryClient = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const unblock = async () => {
    await unblockCabalAuthor(cabal, author);
    announce(t('cabals.unblocked'));
    await queryClient.invalidateQueries({ queryKey: [ADMIN_KEY, 'cabals'] });
  };
  return (
    <section className="reported" aria-label={author}>
      <p className="reported-head">
        <strong className="ban-text">{author}</strong>
        <span className="quiet">{tRich('bulk.author', { name: by, time: <Time key="time" iso={at} /> })}</span>
      </p>
      {reason !== null && <p className="ban-text">{reason}</p>}
      <p className="reported-actions">
        <button type="button" className="button" onClick={() => setAsked(true)}>
          {t('cabals.unblock')}
          <span className="visually-hidden"> {author}</span>
        </button>
      </p>
      {isAsked && (
        <ConfirmDialog
          title={t('cabals.unblock-title')}
          confirm={t('cabals.unblock')}
          action={unblock}
          onClose={() => setAsked(false)}
        >
          <p>{t('cabals.unblock-what')}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}
