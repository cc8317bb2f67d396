import { queryOptions, useQuery } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import type { QueryForm } from '../../../../../mappings/contract/form.ts';
import type { SearchSort } from '../../../../../mappings/contract/search.ts';
import { fetchForm } from '../../../lib/api-client.ts';
import { isApiError } from '../../../lib/api-error.ts';
import { errorText, t } from '../../../lib/messages.ts';
import { boardsQuery } from '../../../lib/queries.ts';
import { queryOfForm } from '../../../lib/query-text.ts';
import { useDebounced } from '../../../lib/timing.ts';
import { useDraft, writeDraft } from '../bar/query-draft.ts';
import { useSubmitSearch } from '../bar/use-submit-search.ts';
import { ChoiceField, DateField, TextField } from './form-field.tsx';

const PAUSE_MS = 200;

function formQuery(q: string) {
  return queryOptions({
    queryKey: ['form', q],
    queryFn: ({ signal }) => fetchForm(q, signal),
    staleTime: Infinity,
    retry: false,
  });
}

interface FormFieldsProps {
  readonly q: string;
  readonly sort: SearchSort | undefined;
}

/** Changes in the form appear in the bar at once; changes in the bar appear here after a pause. */
export function FormFields({ q, sort }: FormFieldsProps) {
  const draft = useDraft();
  const ask = useSubmitSearch(q, sort);
  const settled = useDebounced(draft.text, PAUSE_MS);
  const { data, error } = useQuery({ ...formQuery(settled), enabled: draft.by === 'bar' });
  const [form, setForm] = useState<QueryForm>();
  const [taken, setTaken] = useState<QueryForm>();
  // Ignore answers about earlier texts of the bar.
  if (draft.by === 'bar' && data !== undefined && settled === draft.text && taken !== data) {
    setTaken(data);
    setForm(data);
  }
  if (form === undefined) return <div className="form-fields-room" />;

  const change = (changed: Partial<QueryForm>) => {
    const next = { ...form, ...changed };
    setForm(next);
    setTaken(undefined);
    writeDraft(queryOfForm(next), 'form');
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    ask(draft.text);
  };
  const isUnreadable = draft.by === 'bar' && isApiError(error) && error.isBadQuery;
  const text = (name: keyof QueryForm['texts']) => ({
    value: form.texts[name],
    onChange: (value: string) => change({ texts: { ...form.texts, [name]: value } }),
  });
  const value = (name: keyof QueryForm['values']) => ({
    value: form.values[name],
    onChange: (written: string) => change({ values: { ...form.values, [name]: written } }),
  });
  return (
    <form className="form-fields" onSubmit={submit} aria-label={t('form.name')}>
      {isUnreadable && <p className="notice-line">{t('form.unreadable', { message: errorText(error) })}</p>}
      <TextField label={t('form.words')} wide value={form.words} onChange={(words) => change({ words })} />
      <TextField label={t('form.comment')} {...text('comment')} />
      <TextField label={t('form.subject')} {...text('subject')} />
      <TextField label={t('form.op-subject')} {...text('op.subject')} />
      <TextField label={t('form.op-comment')} {...text('op.comment')} />
      <TextField label={t('form.poster')} {...text('name')} />
      <TextField label={t('form.trip')} placeholder="!abc" {...value('trip')} />
      <TextField label={t('form.file')} {...text('file')} />
      <TextField label={t('form.ext')} placeholder="png" {...value('ext')} />
      <TextField label={t('form.id')} {...value('id')} />
      <TextField label={t('form.identity')} {...value('identity')} />
      <TextField label={t('form.country')} placeholder="DE" {...value('country')} />
      <TextField label={t('form.email')} {...value('email')} />
      <ChoiceField
        label={t('form.capcode')}
        value={form.values.capcode}
        choices={capcodes()}
        onChange={(capcode) => change({ values: { ...form.values, capcode } })}
      />
      <DateField label={t('form.from')} value={form.after} onChange={(after) => change({ after })} />
      <DateField label={t('form.before')} value={form.before} onChange={(before) => change({ before })} />
      <ChoiceField
        label={t('form.posts')}
        value={form.posts}
        choices={{ '': t('form.all'), op: t('form.openers'), reply: t('form.replies') }}
        onChange={(posts) => change({ posts })}
      />
      <ChoiceField
        label={t('form.files')}
        value={form.files}
        choices={{ '': t('form.any-files'), only: t('form.with-file'), without: t('form.without-file') }}
        onChange={(files) => change({ files })}
      />
      <ChoiceField
        label={t('form.deleted')}
        value={form.deleted}
        choices={{ '': t('form.any-deleted'), only: t('form.only-deleted'), without: t('form.not-deleted') }}
        onChange={(deleted) => change({ deleted })}
      />
      <ChoiceField
        label={t('form.order')}
        value={form.sort}
        choices={{
          '': t('form.as-above'),
          new: t('form.newest'),
          old: t('form.oldest'),
          relevance: t('form.relevance'),
        }}
        onChange={(order) => change({ sort: order })}
      />
      <BoardChoices chosen={form.boards} onChange={(boards) => change({ boards })} />
      <p className="form-actions">
        <button type="submit" className="button">
          {t('search.search')}
        </button>
        <button type="button" className="quiet-button" onClick={() => change(EMPTY)}>
          {t('form.clear')}
        </button>
      </p>
    </form>
  );
}

function capcodes(): Readonly<Record<string, string>> {
  return {
    '': t('form.any-capcode'),
    mod: t('form.mod'),
    admin: t('form.admin'),
    dev: t('form.dev'),
    manager: t('form.manager'),
    founder: t('form.founder'),
    verified: t('form.verified'),
  };
}

const EMPTY: QueryForm = {
  words: '',
  texts: { comment: '', subject: '', name: '', file: '', 'op.subject': '', 'op.comment': '' },
  values: { trip: '', id: '', identity: '', email: '', country: '', capcode: '', ext: '' },
  boards: [],
  after: '',
  before: '',
  posts: '',
  files: '',
  deleted: '',
  sort: '',
  group: '',
};

interface BoardChoicesProps {
  readonly chosen: readonly string[];
  readonly onChange: (boards: string[]) => void;
}

/** No selection means all boards. */
export function BoardChoices({ chosen, onChange }: BoardChoicesProps) {
  const { data: boards = [] } = useQuery(boardsQuery());
  const names = boards.map((board) => board.name).toSorted();
  return (
    <fieldset className="form-boards">
      <legend>{t('form.boards')}</legend>
      {names.map((name) => (
        <label key={name}>
          <input
            type="checkbox"
            checked={chosen.includes(name)}
            onChange={(event) =>
              onChange(event.target.checked ? [...chosen, name] : chosen.filter((other) => other !== name))
            }
          />
          /{name}/
        </label>
      ))}
    </fieldset>
  );
}
