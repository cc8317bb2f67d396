import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import type { SyntheticEvent } from 'react';
import type { AuditEntry, AuditList } from '../../../../../mappings/contract/audit.ts';
import { ErrorMessage } from '../../../components/error-message.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { Time } from '../../../components/time.tsx';
import { lookUpAddress, stringifySearch } from '../../../lib/addresses.ts';
import { announce } from '../../../lib/announce.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { moderate, undoSettings, type AuditFilter } from '../api.ts';
import { ADMIN_KEY, auditQuery } from '../queries.ts';
import { RefreshProblem, RequestProblem } from '../request-problem.tsx';
import { AuditAddressOf } from './audit-address.tsx';
import { readAuditFilter, targetOf, undoOf, type AuditTarget, type Undo } from './audit-entries.ts';
import { t } from '../texts.ts';

const ADDRESS = '/admin/audit';
/** Posts shown per entry; a bulk action has hundreds in each. */
const MOST_POSTS = 12;

/** Actions of staff, newest first. The filters are part of the address. */
export function AuditPage() {
  useTitle(t('admin.audit'), t('admin.name'));
  const { search } = useLocation();
  const filter = readAuditFilter(search);
  const { data, error, refetch } = useQuery(auditQuery(filter));
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

const FIELDS = ['actor', 'action', 'board', 'post'] as const;

function AuditFilters({ filter }: { readonly filter: AuditFilter }) {
  const navigate = useNavigate();
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const chosen = readAuditFilter(Object.fromEntries(FIELDS.map((name) => [name, data.get(name)])));
    void navigate({ href: addressOf(chosen), resetScroll: false });
  };
  return (
    <search aria-label={t('audit.filter')}>
      <form className="filters" onSubmit={submit}>
        {FIELDS.map((name) => (
          <label key={name} className="choice">
            <span>{t(`audit.${name}`)}</span>
            <input name={name} defaultValue={filter[name] ?? ''} autoComplete="off" spellCheck={false} maxLength={64} />
          </label>
        ))}
        <button type="submit" className="button">
          {t('audit.apply')}
        </button>
      </form>
    </search>
  );
}

function AuditTable({ list, filter }: { readonly list: AuditList; readonly filter: AuditFilter }) {
  const queryClient = useQueryClient();
  const undo = useMutation({
    mutationFn: async (request: Undo): Promise<unknown> =>
      request.action === 'settings' ? undoSettings(request.entry) : moderate(request),
    async onSuccess() {
      announce(t('audit.undone'));
      await queryClient.invalidateQueries({ queryKey: [ADMIN_KEY] });
    },
  });
  const { variables: asked } = undo;
  if (list.entries.length === 0) return <p className="quiet history-empty">{t('audit.empty')}</p>;
  return (
    <>
      <RequestProblem
        error={undo.error}
        what={t('request.undo')}
        onRetry={asked === undefined ? undefined : () => undo.mutate(asked)}
      />
      <table className="history audit">
        <caption className="visually-hidden">{t('admin.audit')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('audit.time')}</th>
            <th scope="col">{t('audit.actor')}</th>
            <th scope="col">{t('audit.action')}</th>
            <th scope="col">{t('audit.target')}</th>
            <th scope="col">{t('audit.reason')}</th>
          </tr>
        </thead>
        <tbody>
          {list.entries.map((entry) => (
            <Entry key={entry.id} entry={entry} onUndo={(request) => !undo.isPending && undo.mutate(request)} />
          ))}
        </tbody>
      </table>
      <nav className="pager" aria-label={t('audit.pages')}>
        {filter.before !== undefined && <a href={addressOf({ ...filter, before: undefined })}>{t('tasks.newest')}</a>}
        {list.next !== null && (
          <a rel="next" className="pager-next" href={addressOf({ ...filter, before: String(list.next) })}>
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
  purge: 'audit.undo',
  settings: 'audit.undo',
} as const;

interface EntryProps {
  readonly entry: AuditEntry;
  readonly onUndo: (request: Undo) => void;
}

function Entry({ entry, onUndo }: EntryProps) {
  const { at, actor, action, board, reason, before, emptied } = entry;
  const { posts, facts } = targetOf(entry);
  const undo = undoOf(entry);
  return (
    <tr>
      <th scope="row">
        <Time iso={at} />
      </th>
      <td data-label={t('audit.actor')}>
        <a href={addressOf({ actor })}>{actor}</a>
        {entry.has_address === true && <AuditAddressOf entry={entry} />}
      </td>
      <td data-label={t('audit.action')}>
        <a href={addressOf({ action })}>{action}</a>
      </td>
      <td data-label={t('audit.target')}>
        {board !== null && <a href={addressOf({ board })}>/{board}/</a>}{' '}
        <Posts posts={posts.slice(0, MOST_POSTS)} board={board} />
        {posts.length > MOST_POSTS && (
          <details>
            <summary>{t('audit.more-posts', { count: posts.length - MOST_POSTS })}</summary>
            <Posts posts={posts.slice(MOST_POSTS)} board={board} />
          </details>
        )}
        {facts}
        {before !== null && (
          <details>
            <summary>{t('audit.before')}</summary>
            <pre className="audit-before">{JSON.stringify(before, null, 2)}</pre>
          </details>
        )}
      </td>
      <td data-label={t('audit.reason')}>
        {reason}
        {emptied && <span className="quiet">{t('audit.emptied')}</span>}
        {undo !== null && (
          <button type="button" className="button" onClick={() => onUndo(undo)}>
            {t(UNDO_TEXTS[undo.action])}
            <span className="visually-hidden"> {posts.map(({ name }) => name).join(', ') || facts}</span>
          </button>
        )}
      </td>
    </tr>
  );
}

function Posts({ posts, board }: { readonly posts: AuditTarget['posts']; readonly board: string | null }) {
  return posts.map(({ name, num }) => (
    <span key={name}>{board === null ? name : <a href={lookUpAddress(board, num)}>{name}</a>} </span>
  ));
}

function addressOf(filter: AuditFilter): string {
  return `${ADDRESS}${stringifySearch({ ...filter })}`;
}
