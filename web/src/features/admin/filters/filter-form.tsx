import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useMemo, useState } from 'react';
import { BoardOptions } from '../board-options.tsx';
import type { AddFilter } from '../../../../../mappings/contract/filters.ts';
import { readMd5List } from '../../../../../mappings/md5-list.ts';
import {
  FILTER_ACTIONS,
  FILTER_FIELDS,
  FILTER_KINDS,
  MAX_FILTER,
  type FilterKind,
} from '../../../../../mappings/post-filter-names.ts';
import { announce } from '../../../lib/announce.ts';
import { boardsQuery } from '../../../lib/queries.ts';
import { addFilter } from '../moderation-api.ts';
import { ADMIN_KEY } from '../queries.ts';
import { RequestProblem } from '../request-problem.tsx';
import { useRoles } from '../session/use-roles.ts';
import { t } from '../texts.ts';

const USUAL_FIELDS: readonly string[] = ['subject', 'comment'];

export function FilterForm() {
  const queryClient = useQueryClient();
  const may = useRoles();
  const { data: all = [] } = useQuery(boardsQuery());
  const boards = all.filter(({ name }) => may('admin', { board: name }));
  const [kind, setKind] = useState<FilterKind>('phrase');
  const [list, setList] = useState('');
  const { files, refused } = useMemo(() => readMd5List(list), [list]);
  const work = useMutation({
    mutationFn: addFilter,
    async onSuccess() {
      announce(t('filters.added'));
      await queryClient.invalidateQueries({ queryKey: [ADMIN_KEY, 'filters'] });
    },
  });
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!work.isPending) work.mutate(requestOf(new FormData(event.currentTarget), kind, files));
  };
  return (
    <form className="ban-form" onSubmit={submit}>
      <label className="field">
        <span>{t('filters.kind')}</span>
        <select
          value={kind}
          onChange={({ target: { value } }) => setKind(FILTER_KINDS.find((name) => name === value) ?? 'phrase')}
        >
          {FILTER_KINDS.map((name) => (
            <option key={name} value={name}>
              {t(`filters.kind.${name}`)}
            </option>
          ))}
        </select>
      </label>
      {kind === 'files' && (
        <>
          <label className="field">
            <span>{t('filters.list')}</span>
            <textarea
              required
              rows={4}
              value={list}
              autoCapitalize="off"
              spellCheck={false}
              onChange={({ target }) => setList(target.value)}
            />
          </label>
          <label className="field">
            <span>{t('filters.list-file')}</span>
            <input
              type="file"
              accept=".json,.txt,application/json,text/plain"
              onChange={({ target }) => void target.files?.[0]?.text().then(setList)}
            />
          </label>
          <output>
            {list.trim() !== '' && t('filters.list-count', { count: files.length })}{' '}
            {refused > 0 && t('filters.list-refused', { count: refused })}
          </output>
        </>
      )}
      {(kind === 'phrase' || kind === 'regexp') && (
        <>
          <label className="field">
            <span>{t('filters.pattern')}</span>
            <textarea name="pattern" required rows={2} maxLength={MAX_FILTER} autoCapitalize="off" spellCheck={false} />
          </label>
          <fieldset className="filter-fields">
            <legend>{t('filters.fields')}</legend>
            {FILTER_FIELDS.map((name) => (
              <label key={name} className="ban-check">
                <input type="checkbox" name="field" value={name} defaultChecked={USUAL_FIELDS.includes(name)} />
                {t(`filters.field.${name}`)}
              </label>
            ))}
          </fieldset>
        </>
      )}
      <label className="field">
        <span>{t('filters.action')}</span>
        <select name="action">
          {FILTER_ACTIONS.filter((name) => kind !== 'deleted' || name !== 'refuse').map((name) => (
            <option key={name} value={name}>
              {t(`filters.action.${name}`)}
            </option>
          ))}
        </select>
      </label>
      <label className="field">
        <span>{t('bans.board')}</span>
        <select key={boards.length} name="board">
          {may('admin', 'all') && <option value="">{t('bans.all-boards')}</option>}
          <BoardOptions boards={boards} />
        </select>
      </label>
      <label className="field">
        <span>{t('filters.note')}</span>
        <input name="note" maxLength={1000} autoComplete="off" />
      </label>
      <RequestProblem error={work.error} what={t('request.filter')} />
      <p>
        <button type="submit" className="button button-primary" aria-disabled={work.isPending}>
          {t('filters.submit')}
        </button>{' '}
        <output>{work.isSuccess && t('filters.added')}</output>
      </p>
    </form>
  );
}

function requestOf(fields: FormData, kind: FilterKind, files: readonly string[]): AddFilter {
  const text = (name: string) => {
    const value = fields.get(name);
    return typeof value === 'string' ? value : '';
  };
  const chosen = fields.getAll('field');
  const note = text('note').trim();
  const board = text('board');
  return {
    kind,
    action: FILTER_ACTIONS.find((name) => name === text('action')) ?? 'hide',
    ...(kind === 'files' && { files: [...files] }),
    ...((kind === 'phrase' || kind === 'regexp') && {
      // Forms send line breaks as CR LF.
      pattern: text('pattern').replaceAll('\r\n', '\n'),
      fields: FILTER_FIELDS.filter((name) => chosen.includes(name)),
    }),
    ...(board !== '' && { board }),
    ...(note !== '' && { note }),
  };
}
