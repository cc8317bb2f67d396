import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ContributedDump, DumpDetails } from '../contract/dump-list.ts';
import { DumpChanges } from './dump-changes.tsx';
import { Contributor, DumpItem } from './dump-item.tsx';
import { DumpMissing } from './dump-missing.tsx';
import { ErrorMessage } from '../../../web/src/components/error-message.tsx';
import { PageHeading } from '../../../web/src/components/page-heading.tsx';
import { Time } from '../../../web/src/components/time.tsx';
import { isApiError } from '../../../web/src/lib/api-error.ts';
import { formatDuration } from '../../../web/src/lib/format.ts';
import { useTitle } from '../../../web/src/lib/use-title.ts';
import './dumps.css';
import { Facts } from './facts.tsx';
import { dumpQuery } from './queries.ts';
import { t } from './texts.ts';

const route = getRouteApi('/dumps/$id');

/** The page of a dump: its content, its contributors, the changes that it made, and its states. */
export function DumpPage({ staff }: { readonly staff?: (dump: ContributedDump) => ReactNode }) {
  const { id } = route.useParams();
  useTitle(t('dumps.one', { id }), t('dumps.name'));
  const { data, error, refetch } = useQuery(dumpQuery(id));
  const isMissing = isApiError(error) && error.isNotFound;
  return (
    <section className="dumps">
      <PageHeading>{t('dumps.one', { id })}</PageHeading>
      {data === undefined && error === null && <p className="dumps-waiting" aria-busy="true" />}
      {isMissing && <DumpMissing title={t('dumps.missing', { id })} why={t('dumps.missing-why')} />}
      {data === undefined && error !== null && !isMissing && (
        <ErrorMessage inner error={error} onRetry={() => void refetch()} />
      )}
      {data !== undefined && <DumpItem dump={data.dump} />}
      {data !== undefined && staff?.(data.dump)}
      {data !== undefined && <Details details={data} />}
    </section>
  );
}

function Details({
  details: { dump, says, container, tracks, contributors, changes, log },
}: {
  readonly details: DumpDetails;
}) {
  return (
    <>
      <section aria-labelledby="dump-says">
        <h2 id="dump-says">{t('dumps.says')}</h2>
        <Facts facts={says} md5={dump.md5} size={dump.size}>
          {container !== null && (
            <div>
              <dt>{t('dumps.container')}</dt>
              <dd>{container}</dd>
            </div>
          )}
          {tracks.length > 0 && (
            <div>
              <dt>{t('dumps.tracks')}</dt>
              <dd>
                {tracks.map((track, at) => (
                  // oxlint-disable-next-line react/no-array-index-key -- tracks have no other identity
                  <p key={at} className="dump-line">
                    {trackTexts(track).map((text) => (
                      <span key={text}>{text}</span>
                    ))}
                  </p>
                ))}
              </dd>
            </div>
          )}
        </Facts>
      </section>
      <section aria-labelledby="dump-senders">
        <h2 id="dump-senders">{t('dumps.senders')}</h2>
        {contributors.length === 0 && <p>{t('dumps.unsigned')}</p>}
        <ol className="dump-list">
          {contributors.map(({ contributor, sent_at: at, trust, release }, place) => (
            <li key={contributor}>
              <p className="dump-line">
                <Contributor contributor={contributor} />
                <Time iso={at} />
                {place === 0 && <span>{t('dumps.sent-first')}</span>}
                {release !== null && (
                  <span title={release}>{t('dumps.states-release', { digest: release.slice(0, 16) })}</span>
                )}
                {trust !== null && <span>{t(`dumps.trust.${trust}`)}</span>}
              </p>
            </li>
          ))}
        </ol>
      </section>
      <section aria-labelledby="dump-changes">
        <h2 id="dump-changes">{t('dumps.changes')}</h2>
        {changes.length === 0 ? <p className="quiet">{t('dumps.no-changes')}</p> : <DumpChanges changes={changes} />}
      </section>
      <section aria-labelledby="dump-log">
        <h2 id="dump-log">{t('dumps.log')}</h2>
        <ol className="dump-list">
          {log.map(({ at, actor, to }) => (
            <li key={`${at} ${to}`}>
              <p className="dump-line">
                <Time iso={at} />
                <strong className="dump-state" data-state={to}>
                  {t(`dumps.state.${to}`)}
                </strong>
                <span>{t(`dumps.actor.${actor}`)}</span>
              </p>
            </li>
          ))}
        </ol>
      </section>
    </>
  );
}

function trackTexts({
  kind,
  codec,
  bitrate,
  duration,
  width,
  height,
}: DumpDetails['tracks'][number]): readonly string[] {
  return [
    kind,
    codec,
    ...(bitrate === null ? [] : [t('dumps.bitrate', { kilobits: Math.round(bitrate / 1000) })]),
    ...(duration === null ? [] : [formatDuration(duration)]),
    ...(width === null || height === null ? [] : [`${width} × ${height}`]),
  ];
}
