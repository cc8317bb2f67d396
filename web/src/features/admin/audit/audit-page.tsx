import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useId } from 'react';
import type { AuditEntry, AuditList } from '../../../../../mappings/contract/audit.ts';
import { ErrorMessage } from '../../../components/error-message.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { Time } from '../../../components/time.tsx';
import { stringifySearch } from '../../../lib/addresses.ts';
import { announce } from '../../../lib/announce.ts';
import { useTitle } from '../../../lib/use-title.ts';
import '../../../styles/admin-audit.css';
import { lookAtAuditAddresses, moderate, undoSettings, type AuditFilter } from '../api.ts';
import { ADMIN_KEY, auditQuery } from '../queries.ts';
import { RefreshProblem, RequestProblem } from '../request-problem.tsx';
import { auditAddress, readAuditFilter, requestOf, undoOf, type Undo } from './audit-entries.ts';
import { AuditFilters } from './audit-filters.tsx';
import { columnName, Sentence, Was } from './sentence.tsx';
import { t } from '../texts.ts';

/** Actions of staff, newest first. The filters are part of the address. */
export function AuditPage() {
  useTitle(t('admin.audit'), t('admin.name'));
  const { search } = useLocation();
  const filter = readAuditFilter(search);
  const { data, error, refetch } = useQuery(auditQuery(requestOf(filter)));
  return (
    <>
      <div className="admin-head">
        <PageHeading>{t('admin.audit')}</PageHeading>
      </div>
      <p className="admin-lead">{t('audit.lead')}</p>
      <AuditFilters key={stringifySearch({ ...filter })} filter={filter} />
      <RefreshProblem error={data === undefined ? null : error} />
      {data === undefined && error !== null && <ErrorMessage inner error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <p className="admin-waiting" aria-busy="true" />}
      {data !== undefined && <AuditTable list={data} filter={filter} />}
    </>
  );
}

function AuditTable({ list: { entries, next }, filter }: { readonly list: AuditList; readonly filter: AuditFilter }) {
  const queryClient = useQueryClient();
  const undo = useMutation({
    mutationFn: async (request: Undo): Promise<unknown> =>
      request.action === 'settings' ? undoSettings(request.entry) : moderate(request),
    async onSuccess() {
      announce(t('audit.undone'));
      await queryClient.invalidateQueries({ queryKey: [ADMIN_KEY] });
    },
  });
  const look = useMutation({
    mutationFn: async (ids: readonly number[]) => lookAtAuditAddresses(ids),
    onSuccess: async () => queryClient.invalidateQueries({ queryKey: [ADMIN_KEY, 'audit'] }),
  });
  const { variables: asked } = undo;
  if (entries.length === 0) return <p className="quiet history-empty">{t('audit.empty')}</p>;
  const withAddress = entries.flatMap(({ id, has_address: isKept }) => (isKept === true ? [id] : []));
  const addresses = look.data === undefined ? null : new Map(look.data.addresses.map((one) => [one.id, one.address]));
  const hasUndo = entries.some((entry) => undoOf(entry) !== null);
  return (
    <>
      <RequestProblem
        error={undo.error}
        what={t('request.undo')}
        onRetry={asked === undefined ? undefined : () => undo.mutate(asked)}
      />
      <RequestProblem error={look.error} what={t('audit.addresses')} />
      {withAddress.length > 0 && (
        <p className="audit-tools">
          <button type="button" className="button" onClick={() => !look.isPending && look.mutate(withAddress)}>
            {t('audit.addresses')}
          </button>
          <span className="quiet">{t('audit.address-recorded')}</span>
        </p>
      )}
      <table className="audit">
        <caption className="visually-hidden">{t('admin.audit')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('audit.time')}</th>
            <th scope="col">{t('audit.sentence-head')}</th>
            {addresses !== null && <th scope="col">{t('audit.address-head')}</th>}
            {hasUndo && <th scope="col">{t('audit.undo-head')}</th>}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <Entry
              key={entry.id}
              entry={entry}
              address={addresses === null ? null : (addresses.get(entry.id) ?? t('audit.no-address'))}
              hasUndo={hasUndo}
              onUndo={(request) => !undo.isPending && undo.mutate(request)}
            />
          ))}
        </tbody>
      </table>
      <nav className="pager" aria-label={t('audit.pages')}>
        {filter.before !== undefined && (
          <a href={auditAddress({ ...filter, before: undefined })}>{t('tasks.newest')}</a>
        )}
        {next !== null && (
          <a rel="next" className="pager-next" href={auditAddress({ ...filter, before: String(next) })}>
            {t('tasks.older')}
          </a>
        )}
      </nav>
    </>
  );
}

const UNDO_TEXTS = {
  show: 'moderate.show',
  hide: 'moderate.hide',
  purge: 'reports.undo',
  settings: 'reports.undo',
} as const;

interface EntryProps {
  readonly entry: AuditEntry;
  /** null while addresses are not shown. */
  readonly address: string | null;
  readonly hasUndo: boolean;
  readonly onUndo: (request: Undo) => void;
}

function Entry({ entry, address, hasUndo, onUndo }: EntryProps) {
  const { at, reason, before, emptied } = entry;
  const undo = undoOf(entry);
  const id = useId();
  const values = Object.entries(before ?? {}).filter(([, value]) => value !== null);
  return (
    <tr>
      <td className="audit-time">
        <Time iso={at} />
      </td>
      <th scope="row">
        <span id={id}>
          <Sentence entry={entry} />
          {reason !== null && `: ${reason}`}
        </span>
        {emptied && <span className="quiet"> ({t('audit.emptied')})</span>}
        {values.length > 0 && (
          <details>
            <summary>{t('audit.before')}</summary>
            <ul className="audit-before">
              {values.map(([column, value]) => (
                <li key={column}>
                  {columnName(column)}, <Was value={value} />
                </li>
              ))}
            </ul>
          </details>
        )}
      </th>
      {address !== null && (
        <td className="audit-address" data-label={t('audit.address-head')}>
          {address}
        </td>
      )}
      {hasUndo && (
        <td className="audit-undo">
          {undo !== null && (
            <button type="button" className="button" aria-describedby={id} onClick={() => onUndo(undo)}>
              {t(UNDO_TEXTS[undo.action])}
            </button>
          )}
        </td>
      )}
    </tr>
  );
}
