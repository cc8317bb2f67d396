import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { DumpedFile } from '../contract/dump-list.ts';
import { DumpChanges } from './dump-changes.tsx';
import { readFileAddress } from './dump-filter.ts';
import { DumpItem, PostOfDump } from './dump-item.tsx';
import { DumpMissing } from './dump-missing.tsx';
import { ErrorMessage } from '../../../web/src/components/error-message.tsx';
import { PageHeading } from '../../../web/src/components/page-heading.tsx';
import { isApiError } from '../../../web/src/lib/api-error.ts';
import { useTitle } from '../../../web/src/lib/use-title.ts';
import './dumps.css';
import { Facts } from './facts.tsx';
import { dumpedFileQuery } from './queries.ts';
import { dumpAddress } from './addresses.ts';
import { t, tRich } from './texts.ts';

const route = getRouteApi('/dumps/file');

/** The page of a file: the dump that verifies it, or the reason why none does. */
export function DumpedFilePage() {
  const asked = readFileAddress(route.useSearch());
  const { data, error, refetch } = useQuery(dumpedFileQuery(asked));
  const isMissing = isApiError(error) && error.isNotFound;
  const md5 = data?.md5 ?? asked.md5;
  const name = md5 === undefined ? t('dumps.name') : t('dumps.of-file', { md5 });
  useTitle(name, t('dumps.name'));
  return (
    <section className="dumps">
      <PageHeading className="dump-hash">{name}</PageHeading>
      {data === undefined && error === null && <p className="dumps-waiting" aria-busy="true" />}
      {isMissing && <DumpMissing title={t('dumps.file-missing')} why={t('dumps.file-missing-why')} />}
      {data === undefined && error !== null && !isMissing && (
        <ErrorMessage inner error={error} onRetry={() => void refetch()} />
      )}
      {data !== undefined && <File file={data} />}
    </section>
  );
}

function File({
  file: { md5, size, stored, verified_by: by, unverified_because: why, facts, dumps, changes },
}: {
  readonly file: DumpedFile;
}) {
  const [first] = dumps;
  return (
    <>
      <p className="dump-line">
        {by === null ? (
          <>
            <strong>{t('dumps.why')}</strong>
            {why !== null && <span>{t(`dumps.reason.${why}`)}</span>}
          </>
        ) : (
          <strong>
            {tRich('dumps.verified-by', {
              id: (
                <a key="id" href={dumpAddress(by)}>
                  {by}
                </a>
              ),
            })}
          </strong>
        )}
        {!stored && <span>{t('dumps.not-stored')}</span>}
        {first !== undefined && <PostOfDump dump={first} />}
      </p>
      <section aria-labelledby="dump-record">
        <h2 id="dump-record">{t('dumps.record')}</h2>
        <Facts facts={facts} md5={md5} size={size} />
      </section>
      <section aria-labelledby="dumps-of-file">
        <h2 id="dumps-of-file">{t('dumps.name')}</h2>
        {dumps.length === 0 && <p className="quiet">{t('dumps.empty')}</p>}
        <ol className="dump-list">
          {dumps.map((dump) => (
            <li key={dump.id}>
              <DumpItem dump={dump} />
            </li>
          ))}
        </ol>
      </section>
      {changes.length > 0 && (
        <section aria-labelledby="changes-of-file">
          <h2 id="changes-of-file">{t('dumps.changes')}</h2>
          <DumpChanges changes={changes} />
        </section>
      )}
    </>
  );
}
