import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, type SyntheticEvent, useState } from 'react';
import { fieldNamed } from '../../../../../mappings/search/fields.ts';
import { SEARCH_SORTS, type SearchSort } from '../../../../../mappings/search/sort-names.ts';
import { answerOf, api } from '../../../lib/api.ts';
import { isApiError } from '../../../lib/api-error.ts';
import { errorText, nameText } from '../../../lib/messages.ts';
import { boardsQuery } from '../../../lib/queries.ts';
import { useDebounced } from '../../../lib/timing.ts';
import { FORM_ADDRESS } from '../../../lib/addresses.ts';
import { useIsHydrated } from '../../../lib/hydration/render-record.ts';
import { useDraft, writeDraft } from '../bar/query-draft.ts';
import { useSubmitSearch } from '../bar/use-submit-search.ts';
import { type Control, controlsOf, type NamedField, SECTIONS } from './form-controls.ts';
import { ChoiceField, DateField, TextField } from './form-field.tsx';
import { type FormModel, modelOf, queryOf, shownIn, withField, withWords, wordsOf } from './form-model.ts';
import { boardInput, WORDS } from './sent-form.ts';
import { t } from './texts.ts';

const PAUSE_MS = 200;

export function partsQuery(q: string) {
  return queryOptions({
    queryKey: ['parts', q],
    queryFn: async ({ signal }) => {
      const { parts } = await answerOf(api.GET('/api/v1/search/parts', { params: { query: { q } }, signal }));
      return modelOf(q, parts);
    },
    staleTime: Infinity,
    retry: false,
  });
}

interface FormFieldsProps {
  readonly q: string;
  readonly sort: SearchSort | undefined;
}

/** Changes in the form appear in the bar immediately; changes in the bar appear in the form after a pause. */
export function FormFields({ q, sort }: FormFieldsProps) {
  const typed = useDraft();
  // On a server, and while its page is hydrated, there is no draft.
  const isHydrated = useIsHydrated();
  const draft = isHydrated ? typed : ({ text: q, by: 'bar' } as const);
  const ask = useSubmitSearch(q, sort);
  const settled = useDebounced(draft.text, PAUSE_MS);
  const { data, error } = useQuery({ ...partsQuery(settled), enabled: draft.by === 'bar' });
  const [model, setModel] = useState<FormModel>();
  const [taken, setTaken] = useState<FormModel>();
  // Answers about earlier texts of the bar are ignored.
  if (draft.by === 'bar' && data !== undefined && settled === draft.text && taken !== data) {
    setTaken(data);
    setModel(data);
  }
  const isUnreadable = draft.by === 'bar' && isApiError(error) && error.isBadQuery;
  // If the first query cannot be read, the fields stay empty.
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
      {controlsOf('main').map((control) => (
        <FieldOfForm key={control.name} control={control} field={field} />
      ))}
      <BoardChoices {...field('board')} />
      {SECTIONS.map((name) => {
        const controls = controlsOf(name);
        return (
          <Section
            key={name}
            label={t(`form.section-${name}`)}
            isUsed={controls.some((control) => shownIn(known, control.name) !== '')}
          >
            {controls.map((control) => (
              <FieldOfForm key={control.name} control={control} field={field} />
            ))}
          </Section>
        );
      })}
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

interface FieldOfFormProps {
  readonly control: Control;
  readonly field: (name: string) => {
    readonly name: string;
    readonly value: string;
    readonly onChange: (value: string) => void;
  };
}

function FieldOfForm({ control, field }: FieldOfFormProps) {
  const props = field(control.name);
  switch (control.kind) {
    case 'text':
      return (
        <TextField
          label={nameText(`field.${control.name}`) ?? control.name}
          placeholder={control.placeholder}
          {...props}
        />
      );
    case 'date':
      return <DateField label={nameText(`field.${control.name}`) ?? control.name} {...props} />;
    case 'choice':
      return (
        <ChoiceField
          label={nameText(`field.${control.name}`) ?? control.name}
          choices={choicesOf(control.name)}
          {...props}
        />
      );
    case 'posts':
      return (
        <ChoiceField
          label={t('field.posts')}
          choices={{ '': t('form.all'), op: t('form.openers'), reply: t('form.replies') }}
          {...props}
        />
      );
    case 'flag':
      return (
        <ChoiceField
          label={nameText(control.label) ?? control.name}
          choices={{ '': t('form.any-files'), only: t('form.only'), without: t('form.without') }}
          {...props}
        />
      );
  }
}

/** The texts of the choices, by the name of the field. */
const CHOICES: Readonly<Partial<Record<NamedField, () => Readonly<Record<string, string>>>>> = {
  sort: orders,
  group: () => ({ '': t('form.default-order'), thread: t('view.threads') }),
  capcode: capcodes,
};

function choicesOf(name: NamedField): Readonly<Record<string, string>> {
  return CHOICES[name]?.() ?? valuesOf(name);
}

/** The values that a module's field declares. */
function valuesOf(name: string): Readonly<Record<string, string>> {
  const declared = fieldNamed(name)?.values ?? [];
  const names = declared.map(([value]) => [value, nameText(`form.${name}.${value}`) ?? value] as const);
  return { '': t('form.all'), ...Object.fromEntries(names) };
}

interface SectionProps {
  readonly label: string;
  readonly isUsed: boolean;
  readonly children: ReactNode;
}

/** A section that is open if the query has one of its fields. */
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
  const names = SEARCH_SORTS.map((sort) => [sort, nameText(`form.${sort}`) ?? sort]);
  return { '': t('form.default-order'), ...Object.fromEntries(names) };
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
