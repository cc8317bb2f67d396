import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BannedFile } from '../../../../../mappings/contract/banned-files.ts';
import { Time } from '../../../components/time.tsx';
import { announce } from '../../../lib/announce.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { refreshPages } from '../in-place/hide-in-place.ts';
import { unbanFile } from '../moderation-api.ts';
import { ADMIN_KEY, nearFilesQuery } from '../queries.ts';
import { RequestProblem } from '../request-problem.tsx';
import { useRoles } from '../session/use-roles.ts';
import { NearFileItem } from './near-file-item.tsx';
import { t, tRich } from '../texts.ts';

/** A banned file. Similar files are shown on request. */
export function BannedFileItem({ file }: { readonly file: BannedFile }) {
  const { hash, reason, banned_by: by, banned_at: at, has_picture: hasPicture } = file;
  const queryClient = useQueryClient();
  const may = useRoles();
  const [isNearShown, setNearShown] = useState(false);
  const [isLifting, setLifting] = useState(false);
  const { data, error, isFetching } = useQuery({ ...nearFilesQuery(hash), enabled: isNearShown });
  const name = t(hash.length === 32 ? 'files.md5' : 'files.sha256', { hash });
  const lift = async () => {
    await unbanFile(hash);
    announce(t('files.lifted'));
    await queryClient.invalidateQueries({ queryKey: [ADMIN_KEY, 'banned-files'] });
    await refreshPages(queryClient);
  };
  return (
    <section className="reported" aria-label={name}>
      <p className="reported-head">
        <strong className="ban-text">{name}</strong>
        <span className="quiet">{tRich('bulk.author', { name: by, time: <Time key="time" iso={at} /> })}</span>
      </p>
      {reason !== null && <p className="ban-text">{reason}</p>}
      {isNearShown && data?.files.length === 0 && <p>{t('files.near-none')}</p>}
      {isNearShown && data !== undefined && data.files.length > 0 && (
        <ul className="near-files" tabIndex={-1} aria-label={t('files.near')}>
          {data.files.map((near) => (
            <li key={`${near.board} ${near.num} ${near.subnum}`}>
              <NearFileItem near={near} hash={hash} />
            </li>
          ))}
        </ul>
      )}
      <RequestProblem error={error} what={t('files.near')} />
      <p className="reported-actions">
        {hasPicture && (
          <button
            type="button"
            className="button"
            aria-expanded={isNearShown}
            onClick={() => setNearShown(!isNearShown)}
          >
            {t('files.near')}
            <span className="visually-hidden"> {name}</span>
          </button>
        )}
        {may('moderator', 'all') && (
          <button type="button" className="button" onClick={() => setLifting(true)}>
            {t('bans.lift')}
            <span className="visually-hidden"> {name}</span>
          </button>
        )}
        {isFetching && <span aria-busy="true" />}
      </p>
      {isLifting && (
        <ConfirmDialog
          title={t('files.lift-title')}
          confirm={t('bans.lift')}
          action={lift}
          onClose={() => setLifting(false)}
        >
          <p>{t('files.lift-help')}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}
