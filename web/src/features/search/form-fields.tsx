import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import type { QueryForm } from '../../../../server/contract/form.ts';
import type { SearchSort } from '../../../../server/contract/search.ts';
import { isApiError } from '../../lib/api-error.ts';
import { fetchForm } from '../../lib/api-client.ts';
import { useSettled } from '../../lib/use-settled.ts';
import { BoardChoices } from './board-choices.tsx';
import { useDraft, writeDraft } from './draft.ts';
import { ChoiceField, DateField, TextField } from './form-field.tsx';
import { queryOfForm } from './form-text.ts';
import { useAsk } from './use-ask.ts';

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

/** What is written here stands in the bar at once; what is written in the bar comes here when the hand rests. */
export function FormFields({ q, sort }: FormFieldsProps) {
  const draft = useDraft();
  const ask = useAsk(q, sort);
  const settled = useSettled(draft.text, PAUSE_MS);
  const { data, error } = useQuery({ ...formQuery(settled), enabled: draft.by === 'bar' });
  const [form, setForm] = useState<QueryForm>();
  const [taken, setTaken] = useState<QueryForm>();
  // Only an answer about what stands in the bar now.
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
    <form className="form-fields" onSubmit={submit} aria-label="Search by fields">
      {isUnreadable && <p className="notice-line">The query in the bar cannot be read as it is: {error.message}</p>}
      <TextField label="Words" wide value={form.words} onChange={(words) => change({ words })} />
      <TextField label="In the comment" {...text('comment')} />
      <TextField label="In the subject" {...text('subject')} />
      <TextField label="In the thread’s subject" {...text('op.subject')} />
      <TextField label="In the thread’s first comment" {...text('op.comment')} />
      <TextField label="Name" {...text('name')} />
      <TextField label="Tripcode" placeholder="!abc" {...value('trip')} />
      <TextField label="File name" {...text('file')} />
      <TextField label="File type" placeholder="png" {...value('ext')} />
      <TextField label="Poster ID" {...value('id')} />
      <TextField label="Country" placeholder="DE" {...value('country')} />
      <TextField label="E-mail" {...value('email')} />
      <ChoiceField
        label="Capcode"
        value={form.values.capcode}
        choices={CAPCODES}
        onChange={(capcode) => change({ values: { ...form.values, capcode } })}
      />
      <DateField label="From" value={form.after} onChange={(after) => change({ after })} />
      <DateField label="Before" value={form.before} onChange={(before) => change({ before })} />
      <ChoiceField
        label="Posts"
        value={form.posts}
        choices={{ '': 'All', op: 'Opening posts', reply: 'Replies' }}
        onChange={(posts) => change({ posts })}
      />
      <ChoiceField
        label="Files"
        value={form.files}
        choices={{ '': 'With and without', only: 'With a file', without: 'Without a file' }}
        onChange={(files) => change({ files })}
      />
      <ChoiceField
        label="Deleted at the source"
        value={form.deleted}
        choices={{ '': 'Deleted and not', only: 'Deleted', without: 'Not deleted' }}
        onChange={(deleted) => change({ deleted })}
      />
      <ChoiceField
        label="Order"
        value={form.sort}
        choices={{
          '': 'As above the results',
          new: 'Newest first',
          old: 'Oldest first',
          relevance: 'Relevance',
        }}
        onChange={(order) => change({ sort: order })}
      />
      <BoardChoices chosen={form.boards} onChange={(boards) => change({ boards })} />
      <p className="form-actions">
        <button type="submit" className="button">
          Search
        </button>
        <button type="button" className="quiet-button" onClick={() => change(EMPTY)}>
          Clear
        </button>
      </p>
    </form>
  );
}

const CAPCODES = {
  '': 'Any or none',
  mod: 'Moderator',
  admin: 'Administrator',
  dev: 'Developer',
  manager: 'Manager',
  founder: 'Founder',
  verified: 'Verified',
} as const satisfies Record<string, string>;

const EMPTY: QueryForm = {
  words: '',
  texts: { comment: '', subject: '', name: '', file: '', 'op.subject': '', 'op.comment': '' },
  values: { trip: '', id: '', email: '', country: '', capcode: '', ext: '' },
  boards: [],
  after: '',
  before: '',
  posts: '',
  files: '',
  deleted: '',
  sort: '',
  group: '',
};
