import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DumpOffer } from '../../contract/dump-moderation.ts';
import { Time } from '../../../../web/src/components/time.tsx';
import { lookUpAddress } from '../../../../web/src/lib/addresses.ts';
import { announce } from '../../../../web/src/lib/announce.ts';
import { formatBytes } from '../../../../web/src/lib/format-details.ts';
import { ConfirmDialog } from '../../../../web/src/features/admin/confirm-dialog.tsx';
import { decideOffers } from './dump-api.ts';
import { refreshDumps } from './dump-queries.ts';
import { dumpedFileAddress } from '../addresses.ts';
import { t } from './texts.ts';

const ACTIONS = ['accept', 'refuse'] as const;

/** A file that a contributor has uploaded. Its thumbnail, which the archive has drawn, is loaded on request. */
export function OfferItem({ offer }: { readonly offer: DumpOffer }) {
  const { id, sha256, md5, size, type, state, detail, post, has_thumbnail: hasThumbnail } = offer;
  const queryClient = useQueryClient();
  const [isShown, setShown] = useState(false);
  const [asked, setAsked] = useState<(typeof ACTIONS)[number] | null>(null);
  const address = `/api/v1/admin/dumps/offers/${id}`;
  const name = `${type} ${formatBytes(size)} ${md5}`;
  const decide = async (action: (typeof ACTIONS)[number]) => {
    const { refused } = await decideOffers({ action, offers: [id] });
    announce(refused[0]?.detail ?? t(`offers.${action}-done`));
    await refreshDumps(queryClient);
  };
  const hidden = <span className="visually-hidden"> {name}</span>;
  return (
    <section className="reported" aria-label={name}>
      <p className="reported-head">
        <a href={dumpedFileAddress(md5, size)}>
          {type} {formatBytes(size)} <span className="dump-hash">{md5}</span>
        </a>
        <strong className="dump-state" data-state={state}>
          {t(`offers.state.${state}`)}
        </strong>
        <Time iso={offer.changed_at} />
        {post !== null && (
          <a href={lookUpAddress(post.board, post.num)}>
            /{post.board}/ {post.num}
            {post.subnum > 0 && `,${post.subnum}`}
          </a>
        )}
      </p>
      <p className="quiet dump-hash">
        {t('dumps.fact.sha256')} {sha256}
      </p>
      {detail !== null && <p className="ban-text">{detail}</p>}
      {isShown && (
        <img className="offer-thumbnail" src={`${address}/thumbnail`} alt={t('offers.thumbnail', { name })} />
      )}
      {state === 'quarantined' && (
        <p className="reported-actions">
          {hasThumbnail ? (
            <button type="button" className="button" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
              {t('offers.show')}
              {hidden}
            </button>
          ) : (
            <span className="quiet">{t('offers.no-thumbnail')}</span>
          )}
          <a href={`${address}/file`} target="_blank" rel="noreferrer">
            {t('offers.open')}
            {hidden}
          </a>
          {ACTIONS.map((action) => (
            <button
              key={action}
              type="button"
              className={action === 'refuse' ? 'button button-danger' : 'button button-primary'}
              onClick={() => setAsked(action)}
            >
              {t(`offers.${action}`)}
              {hidden}
            </button>
          ))}
        </p>
      )}
      {asked !== null && (
        <ConfirmDialog
          title={t(`offers.${asked}-title`)}
          confirm={t(`offers.${asked}`)}
          danger={asked === 'refuse'}
          action={async () => decide(asked)}
          onClose={() => setAsked(null)}
        >
          <p>{t(`offers.${asked}-help`)}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}
