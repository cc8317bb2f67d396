import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import type { Cabal } from '../contract/cabals.ts';
import { ErrorMessage } from '../../../web/src/components/error-message.tsx';
import { PageHeading } from '../../../web/src/components/page-heading.tsx';
import { Time } from '../../../web/src/components/time.tsx';
import { formatCount } from '../../../web/src/lib/format.ts';
import { formatBytes } from '../../../web/src/lib/format-details.ts';
import { listed } from '../../../web/src/lib/messages.ts';
import { useTitle } from '../../../web/src/lib/use-title.ts';
import '../../../web/src/styles/admin-bans.css';
import './cabals.css';
import '../../../web/src/styles/admin-reports.css';
import { isSessionGone } from '../../../web/src/features/admin/api.ts';
import { cabalsQuery } from './queries.ts';
import { RefreshProblem } from '../../../web/src/features/admin/request-problem.tsx';
import { BlockForm } from './block-form.tsx';
import { BlockedItem } from './blocked-item.tsx';
import { Moderators } from './moderators.tsx';
import { RefusalList } from './refusal-list.tsx';
import { t, tRich } from './texts.ts';

/** The peers of cabals, what they sent and was refused, and the authors that are blocked. */
export function CabalsPage() {
  useTitle(t('cabals.name'), t('admin.name'));
  const { search } = useLocation();
  const { author, board } = search as Readonly<Record<string, unknown>>;
  const { data, error, refetch } = useQuery(cabalsQuery());
  return (
    <>
      <div className="admin-head">
        <PageHeading>{t('cabals.name')}</PageHeading>
      </div>
      <p className="admin-lead">{t('cabals.lead')}</p>
      <RefreshProblem error={data === undefined ? null : error} />
      {data === undefined && error !== null && !isSessionGone(error) && (
        <ErrorMessage inner error={error} onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && <p className="admin-waiting" aria-busy="true" />}
      {data?.cabals.length === 0 && <p className="quiet">{t('cabals.none')}</p>}
      {data?.cabals.map((cabal) => {
        const isMeant = cabal.channels.some((channel) => channel.board === board) || data.cabals.length === 1;
        const given = isMeant && /^[0-9a-f]{64}$/.test(String(author)) ? String(author) : '';
        return <CabalSection key={cabal.id} cabal={cabal} author={given} />;
      })}
    </>
  );
}

/** `author`: whom the address names, to be looked at first. */
function CabalSection({ cabal, author }: { readonly cabal: Cabal; readonly author: string }) {
  const { id, layout, is_running: isRunning, posts, bytes, channels, addresses, peers, blocked, moderators } = cabal;
  const name = t('cabals.one', { id: String(id) });
  return (
    <section aria-labelledby={`cabal-${id}`} className="cabal">
      <h2 id={`cabal-${id}`}>{name}</h2>
      <p>
        {channels.map(({ board, channel }) => (
          <span key={board} className="cabal-channel">
            <a href={`/${board}/`}>/{board}/</a>
            {channel !== board && <bdi className="quiet"> {channel}</bdi>}{' '}
          </span>
        ))}
      </p>
      <p>
        {t('cabals.stored', { count: posts, size: formatBytes(bytes) })}{' '}
        <span className="quiet">{t('cabals.layout', { layout })}</span>
      </p>
      {!isRunning && <output>{t('cabals.not-running')}</output>}
      <h3>{t('cabals.peers')}</h3>
      <p className="quiet">
        {addresses.length > 0 && t('cabals.dials', { addresses: listed(addresses.map(({ url }) => url)) })}
      </p>
      {peers.length === 0 && <p className="quiet">{t('cabals.no-peers')}</p>}
      <ul className="report-queue" aria-label={`${t('cabals.peers')}: ${name}`}>
        {peers.map((peer) => (
          <li key={peer.peer} className="reported">
            <p className="reported-head">
              <strong className="ban-text">{peer.peer}</strong>
              <span>{t(peer.is_dialled ? 'cabals.dialled' : 'cabals.accepted')}</span>
              <span>{t(peer.is_encrypted ? 'cabals.encrypted' : 'cabals.plain')}</span>
              <span className="quiet">{tRich('cabals.since', { time: <Time key="time" iso={peer.since} /> })}</span>
            </p>
            <p className="reported-head">
              <span>{t('cabals.requests', { count: peer.requests })}</span>
              <span>{t('cabals.posts', { count: peer.posts })}</span>
              <span>{t('cabals.strikes', { count: peer.strikes })}</span>
            </p>
          </li>
        ))}
      </ul>
      <Moderators cabal={id} name={name} all={moderators} />
      <h3>
        {t('cabals.blocked')} <span className="quiet">{formatCount(blocked.length)}</span>
      </h3>
      <ul className="report-queue" tabIndex={-1} aria-label={`${t('cabals.blocked')}: ${name}`}>
        {blocked.map((one) => (
          <li key={one.author}>
            <BlockedItem cabal={id} blocked={one} />
          </li>
        ))}
      </ul>
      <BlockForm key={author} cabal={id} given={author} />
      {/* Last, since it is loaded after the rest. */}
      <RefusalList cabal={id} name={name} />
    </section>
  );
}
