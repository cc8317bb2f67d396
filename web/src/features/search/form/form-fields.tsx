import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, type SyntheticEvent, useState } from 'react';
import type { SearchSort } from '../../../../../mappings/contract/search.ts';
import { fetchQueryParts } from '../../../lib/api-client.ts';
import { isApiError } from '../../../lib/api-error.ts';
import { errorText, t } from '../../../lib/messages.ts';
import { boardsQuery } from '../../../lib/queries.ts';
import { useDebounced } from '../../../lib/timing.ts';
import { FORM_ADDRESS } from '../../../lib/addresses.ts';
import { useIsHydrated } from '../../../lib/hydration/render-record.ts';
import { useDraft, writeDraft } from '../bar/query-draft.ts';
import { useSubmitSearch } from '../bar/use-submit-search.ts';
import { ChoiceField, DateField, TextField } from './form-field.tsx';
import { type FormModel, modelOf, queryOf, shownIn, withField, withWords, wordsOf } from './form-model.ts';
import { boardInput, WORDS } from './sent-form.ts';
import '../../../lib/more-messages.ts';

const PAUSE_MS = 200;

export function partsQuery(q: string) {
  return queryOptions({
    queryKey: ['parts', q],
    queryFn: async ({ signal }) => modelOf(q, (await fetchQueryParts(q, signal)).parts),
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
  const typed = useDraft();
  // A server, and the page that comes from it, know no draft.
  const isHydrated = useIsHydrated();
  const draft = isHydrated ? typed : ({ text: q, by: 'bar' } as const);
  const ask = useSubmitSearch(q, sort);
  const settled = useDebounced(draft.text, PAUSE_MS);
  const { data, error } = useQuery({ ...partsQuery(settled), enabled: draft.by === 'bar' });
  const [model, setModel] = useState<FormModel>();
  const [taken, setTaken] = useState<FormModel>();
  // Ignore answers about earlier texts of the bar.
  if (draft.by === 'bar' && data !== undefined && settled === draft.text && taken !== data) {
    setTaken(data);
    setModel(data);
  }
  const isUnreadable = draft.by === 'bar' && isApiError(error) && error.isBadQuery;
  // A query that cannot be read from the start leaves the fields empty.
  if (model === undefined && !isUnreadable) return <div className="form-fields-room" />;
  const known = model ?? [];
  const write = (next: FormModel) => {
    setModel(next);
    setTaken(undefined);
    writeDraft(queryOf(next), 'form');
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    ask(draft.text);
  };
  const field = (key: string) => ({
    name: key,
    value: shownIn(known, key),
    onChange: (value: string) => write(withField(known, key, value)),
  });
  return (
    <form className="form-fields" action={FORM_ADDRESS} onSubmit={submit} aria-label={t('form.name')}>
      {isUnreadable && <p className="notice-line">{t('form.unreadable', { message: errorText(error) })}</p>}
      <TextField
        label={t('form.words')}
        name={WORDS}
        wide
        value={wordsOf(known)}
        onChange={(words) => write(withWords(known, words))}
      />
      {TEXTS.map((name) => (
        <TextField key={name} label={t(`field.${name}`)} {...field(name)} />
      ))}
      <DateField label={t('field.after')} {...field('after')} />
      <DateField label={t('field.before')} {...field('before')} />
      <ChoiceField
        label={t('field.posts')}
        choices={{ '': t('form.all'), op: t('form.openers'), reply: t('form.replies') }}
        {...field('posts')}
      />
      <Kind of="has" name="file" field={field} />
      <Kind of="is" name="deleted" field={field} />
      <ChoiceField label={t('field.sort')} choices={orders()} {...field('sort')} />
      <BoardChoices {...field('board')} />
      {SECTIONS.map(({ name, fields, kinds }) => (
        <Section key={name} label={t(`form.section-${name}`)} isUsed={isUsed(known, [...fields, ...kinds])}>
          {fields.map((key) => (
            <OtherField key={key} {...field(key)} name={key} />
          ))}
          {kinds.map((kind) => {
            const [of, value] = kind.split(':') as ['is' | 'has', KindName];
            return <Kind key={kind} of={of} name={value} field={field} />;
          })}
        </Section>
      ))}
      <p className="form-actions">
        <button type="submit" className="button">
          {t('search.search')}
        </button>
        <button type="button" className="quiet-button" onClick={() => write([])}>
          {t('form.clear')}
        </button>
      </p>
    </form>
  );
}

const TEXTS = ['comment', 'subject', 'op.subject', 'op.comment', 'name', 'trip', 'file', 'ext'] as const;

/** The fields that few searches need, in sections that can be opened. */
const SECTIONS = [
  {
    name: 'poster',
    fields: ['id', 'identity', 'country', 'email', 'capcode', 'since4pass'],
    kinds: ['has:name', 'has:trip', 'has:id', 'has:email', 'has:country', 'has:capcode'],
  },
  {
    name: 'file',
    fields: ['width', 'height', 'size', 'md5', 'sha256'],
    kinds: ['has:image', 'has:video', 'is:spoiler', 'is:file-deleted'],
  },
  { name: 'time', fields: ['during', 'modified'], kinds: [] },
  {
    name: 'thread',
    fields: ['num', 'thread', 'quotes', 'quoted-by', 'replies', 'images', 'posters', 'group'],
    kinds: [],
  },
  {
    name: 'kind',
    fields: ['length', 'subject.length', 'domain'],
    kinds: ['has:subject', 'has:comment', 'has:link', 'has:quote', 'is:ghost', 'is:sticky', 'is:closed', 'is:archived'],
  },
] as const;

type OtherName = (typeof SECTIONS)[number]['fields'][number];
type KindName = keyof typeof KIND_NAMES;

const EXAMPLES: Partial<Readonly<Record<OtherName, string>>> = {
  country: 'DE',
  width: '>=1920',
  height: '1080',
  size: '1mb..5mb',
  length: '>2000',
  replies: '>100',
  during: '2019-03..2019-05',
  modified: '7d',
  domain: 'example.org',
};

interface OtherFieldProps {
  readonly name: OtherName;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function OtherField({ name, ...rest }: OtherFieldProps) {
  const field = { ...rest, name };
  const label = t(`field.${name}`);
  if (name === 'capcode') return <ChoiceField label={label} choices={capcodes()} {...field} />;
  if (name === 'group') {
    return (
      <ChoiceField label={label} choices={{ '': t('form.default-order'), thread: t('view.threads') }} {...field} />
    );
  }
  return <TextField label={label} placeholder={EXAMPLES[name]} {...field} />;
}

interface KindProps {
  readonly of: 'is' | 'has';
  readonly name: KindName;
  readonly field: (key: string) => {
    readonly name: string;
    readonly value: string;
    readonly onChange: (value: string) => void;
  };
}

function Kind({ of, name, field }: KindProps) {
  return (
    <ChoiceField
      label={t(KIND_NAMES[name])}
      choices={{ '': t('form.any-files'), only: t('form.only'), without: t('form.without') }}
      {...field(`${of}:${name}`)}
    />
  );
}

const KIND_NAMES = {
  file: 'has.file',
  image: 'has.image',
  video: 'has.video',
  subject: 'has.subject',
  comment: 'has.comment',
  name: 'has.name',
  trip: 'has.trip',
  email: 'has.email',
  id: 'has.id',
  country: 'has.country',
  capcode: 'has.capcode',
  link: 'has.link',
  quote: 'has.quote',
  deleted: 'is.deleted',
  'file-deleted': 'is.file-deleted',
  ghost: 'is.ghost',
  sticky: 'is.sticky',
  closed: 'is.closed',
  archived: 'is.archived',
  spoiler: 'is.spoiler',
} as const;

function isUsed(model: FormModel, keys: readonly string[]): boolean {
  return keys.some((key) => shownIn(model, key) !== '');
}

interface SectionProps {
  readonly label: string;
  readonly isUsed: boolean;
  readonly children: ReactNode;
}

/** Opens by itself when the query has one of its fields. */
function Section({ label, isUsed: used, children }: SectionProps) {
  const [isOpen, setOpen] = useState(used);
  const [wasUsed, setWasUsed] = useState(used);
  if (used !== wasUsed) {
    setWasUsed(used);
    if (used) setOpen(true);
  }
  return (
    <details className="form-section" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{label}</summary>
      <div className="form-section-fields">{children}</div>
    </details>
  );
}

function orders(): Readonly<Record<string, string>> {
  return {
    '': t('form.default-order'),
    new: t('form.newest'),
    old: t('form.oldest'),
    relevance: t('form.relevance'),
    modified: t('form.modified'),
  };
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

interface BoardChoicesProps {
  /** Names separated by commas. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** No selection means all boards. */
function BoardChoices({ value, onChange }: BoardChoicesProps) {
  const { data: boards = [] } = useQuery(boardsQuery());
  const chosen = value
    .split(',')
    .map((name) => name.replaceAll(/^[\s/]+|[\s/]+$/g, '').toLowerCase())
    .filter((name) => name !== '');
  return (
    <fieldset className="form-boards">
      <legend>{t('form.boards')}</legend>
      {boards
        .map(({ name }) => name)
        .toSorted()
        .map((name) => (
          <label key={name}>
            <input
              type="checkbox"
              name={boardInput(name)}
              checked={chosen.includes(name)}
              onChange={(event) =>
                onChange(
                  (event.target.checked ? [...chosen, name] : chosen.filter((other) => other !== name)).join(','),
                )
              }
            />
            /{name}/
          </label>
        ))}
    </fieldset>
  );
}
