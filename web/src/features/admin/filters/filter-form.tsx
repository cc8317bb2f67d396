import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
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
import { ActionForm } from '../action-form.tsx';
import { CheckField, Field, SelectField, TextAreaField, textOf } from '../field.tsx';
import { addFilter } from '../moderation-api.ts';
import { ADMIN_KEY } from '../queries.ts';
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
  return (
    <ActionForm
      work={work}
      onSubmit={(fields) => work.mutate(requestOf(fields, kind, files))}
      what={t('request.filter')}
      submit={t('filters.submit')}
      buttons={<output>{work.isSuccess && t('filters.added')}</output>}
    >
      <SelectField
        label={t('filters.kind')}
        value={kind}
        options={FILTER_KINDS}
        optionText={(name) => t(`filters.kind.${name}`)}
        onChoose={setKind}
      />
      {kind === 'files' && (
        <>
          <TextAreaField
            label={t('filters.list')}
            required
            rows={4}
            value={list}
            autoCapitalize="off"
            spellCheck={false}
            onChange={({ target }) => setList(target.value)}
          />
          <Field
            label={t('filters.list-file')}
            type="file"
            accept=".json,.txt,application/json,text/plain"
            onChange={({ target }) => void target.files?.[0]?.text().then(setList)}
          />
          <output>
            {list.trim() !== '' && t('filters.list-count', { count: files.length })}{' '}
            {refused > 0 && t('filters.list-refused', { count: refused })}
          </output>
        </>
      )}
      {(kind === 'phrase' || kind === 'regexp') && (
        <>
          <TextAreaField
            label={t('filters.pattern')}
            name="pattern"
            required
            rows={2}
            maxLength={MAX_FILTER}
            autoCapitalize="off"
            spellCheck={false}
          />
          <fieldset className="filter-fields">
            <legend>{t('filters.fields')}</legend>
            {FILTER_FIELDS.map((name) => (
              <CheckField
                key={name}
                label={t(`filters.field.${name}`)}
                name="field"
                value={name}
                defaultChecked={USUAL_FIELDS.includes(name)}
              />
            ))}
          </fieldset>
        </>
      )}
      <SelectField
        label={t('filters.action')}
        name="action"
        options={FILTER_ACTIONS.filter((name) => kind !== 'deleted' || name !== 'refuse')}
        optionText={(name) => t(`filters.action.${name}`)}
      />
      <SelectField key={boards.length} label={t('bans.board')} name="board">
        {may('admin', 'all') && <option value="">{t('bans.all-boards')}</option>}
        <BoardOptions boards={boards} />
      </SelectField>
      <Field label={t('filters.note')} name="note" maxLength={1000} autoComplete="off" />
    </ActionForm>
  );
}

function requestOf(fields: FormData, kind: FilterKind, files: readonly string[]): AddFilter {
  const chosen = fields.getAll('field');
  const pattern = fields.get('pattern');
  const note = textOf(fields, 'note');
  const board = textOf(fields, 'board');
  return {
    kind,
    action: FILTER_ACTIONS.find((name) => name === textOf(fields, 'action')) ?? 'hide',
    ...(kind === 'files' && { files: [...files] }),
    ...((kind === 'phrase' || kind === 'regexp') && {
      // Forms send line breaks as CR LF. Spaces at the ends belong to the pattern.
      pattern: typeof pattern === 'string' ? pattern.replaceAll('\r\n', '\n') : '',
      fields: FILTER_FIELDS.filter((name) => chosen.includes(name)),
    }),
    ...(board !== '' && { board }),
    ...(note !== '' && { note }),
  };
}
