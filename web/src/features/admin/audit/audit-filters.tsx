import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { SyntheticEvent } from 'react';
import { nameText } from '../../../lib/messages.ts';
import { boardsQuery } from '../../../lib/queries.ts';
import type { AuditFilter } from '../api.ts';
import { BoardOptions } from '../board-options.tsx';
import { auditChoicesQuery } from '../queries.ts';
import { useRoles } from '../session/use-roles.ts';
import { t } from '../texts.ts';
import { auditAddress, readAuditFilter } from './audit-entries.ts';

/** Filters of the log; each change applies at once, and the fields for a post and for dates when they are left. */
export function AuditFilters({ filter }: { readonly filter: AuditFilter }) {
  const navigate = useNavigate();
  const may = useRoles();
  const { data: all = [] } = useQuery(boardsQuery());
  const { data: { actors, actions } = { actors: [], actions: [] } } = useQuery(auditChoicesQuery());
  const boards = all.filter(({ name }) => may('moderator', { board: name }));
  const apply = (form: HTMLFormElement) => {
    const chosen = readAuditFilter(Object.fromEntries(new FormData(form)));
    void navigate({ href: auditAddress(chosen), resetScroll: false });
  };
  const change = (event: SyntheticEvent<HTMLFormElement>) => {
    if (event.target instanceof HTMLSelectElement) apply(event.currentTarget);
  };
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    apply(event.currentTarget);
  };
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  return (
    <search aria-label={t('audit.filter')}>
      {/* The choices arrive later than the filter, so the menus begin again with them. */}
      <form key={`${boards.length} ${actions.length}`} className="filters" onChange={change} onSubmit={submit}>
        <label className="choice">
          <span>{t('audit.actor')}</span>
          <select name="actor" defaultValue={filter.actor ?? ''}>
            <option value="">{t('audit.all-actors')}</option>
            <Named names={actors} chosen={filter.actor} />
          </select>
        </label>
        <label className="choice">
          <span>{t('audit.action')}</span>
          <select name="action" defaultValue={filter.action ?? ''}>
            <option value="">{t('audit.all-actions')}</option>
            <ActionOptions actions={actions} chosen={filter.action} />
          </select>
        </label>
        <label className="choice">
          <span>{t('audit.board')}</span>
          <select name="board" defaultValue={filter.board ?? ''}>
            <option value="">{t('admin-boards.all')}</option>
            <BoardOptions boards={boards} />
          </select>
        </label>
        <label className="choice">
          <span>{t('audit.post')}</span>
          <input
            name="post"
            defaultValue={filter.post ?? ''}
            inputMode="numeric"
            size={10}
            autoComplete="off"
            spellCheck={false}
            maxLength={27}
          />
        </label>
        <label className="choice">
          <span>{t('audit.from')}</span>
          <input type="date" name="from" defaultValue={filter.from ?? ''} />
        </label>
        <label className="choice">
          <span>{t('audit.to')}</span>
          <input type="date" name="to" defaultValue={filter.to ?? ''} />
        </label>
        <button type="submit" className="button">
          {t('audit.apply')}
        </button>
        {isFiltered && <a href={auditAddress({})}>{t('audit.clear')}</a>}
      </form>
    </search>
  );
}

/** The chosen name is an option even if the log has no entry of it. */
function Named({ names, chosen }: { readonly names: readonly string[]; readonly chosen: string | undefined }) {
  const all = chosen === undefined || names.includes(chosen) ? names : [...names, chosen];
  return all.map((name) => (
    <option key={name} value={name}>
      {name}
    </option>
  ));
}

function ActionOptions({
  actions,
  chosen,
}: {
  readonly actions: readonly string[];
  readonly chosen: string | undefined;
}) {
  const all = chosen?.includes('.') === true && !actions.includes(chosen) ? [...actions, chosen] : actions;
  const kinds = [...Map.groupBy(all, (action) => action.split('.')[0] ?? '')].map(
    ([name, some]) => [name, kindName(name), some] as const,
  );
  if (chosen !== undefined && !kinds.some(([name]) => name === chosen.split('.')[0]))
    kinds.push([chosen, kindName(chosen), []]);
  return kinds
    .toSorted(([, a], [, b]) => a.localeCompare(b))
    .map(([name, kind, some]) => (
      <optgroup key={name} label={kind}>
        <option value={name}>{t('audit.all-of', { kind })}</option>
        {some.toSorted().map((action) => (
          <option key={action} value={action}>
            {t('audit.one-of', { kind, verb: verbName(action.split('.')[1] ?? '') })}
          </option>
        ))}
      </optgroup>
    ));
}

function kindName(table: string): string {
  return nameText(`audit-kind.${table}`) ?? table;
}

function verbName(verb: string): string {
  return nameText(`audit-verb.${verb}`) ?? verb;
}
