import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, type SyntheticEvent, useId, useState } from 'react';
import type { SearchSort } from '../../../../../mappings/search/sort-names.ts';
import { answerOf, api } from '../../../lib/api.ts';
import { isApiError } from '../../../lib/api-error.ts';
import { errorText, listed } from '../../../lib/messages.ts';
import { boardsQuery } from '../../../lib/queries.ts';
import { useDebounced } from '../../../lib/timing.ts';
import { FORM_ADDRESS } from '../../../lib/addresses.ts';
import { useIsHydrated } from '../../../lib/hydration/render-record.ts';
import { useDraft, writeDraft } from '../bar/query-draft.ts';
import { useSubmitSearch } from '../bar/use-submit-search.ts';
import { controlsOf, FOLDED_SECTIONS, SHOWN_SECTIONS } from './form-controls.ts';
import { FieldOfForm, labelOf } from './field-of-form.tsx';
import { SeveralField, TextField } from './form-field.tsx';
import { type FormModel, modelOf, queryOf, shownIn, withField, withWords, wordsOf } from './form-model.ts';
import { WORDS } from './sent-form.ts';
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

export interface FormFieldsProps {
  readonly q: string;
  readonly sort: SearchSort | undefined;
  readonly onSearch: () => void;
}

/** Changes in the form appear in the bar immediately; changes in the bar appear in the form after a pause. */
export function FormFields({ q, sort, onSearch }: FormFieldsProps) {
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
    onSearch();
  };
  const field = (key: string) => ({
    name: key,
    value: shownIn(known, key),
    onChange: (value: string) => write(withField(known, key, value)),
  });
  return (
    <form className="form-fields" action={FORM_ADDRESS} onSubmit={submit} aria-label={t('form.name')}>
      {isUnreadable && <p className="notice-line">{t('form.unreadable', { message: errorText(error) })}</p>}
      {SHOWN_SECTIONS.map((name) => (
        <Group key={name} label={t(`form.section-${name}`)}>
          {name === 'text' && (
            <TextField
              label={t('form.words')}
              name={WORDS}
              wide
              placeholder={t('form.words-example')}
              value={wordsOf(known)}
              onChange={(words) => write(withWords(known, words))}
            />
          )}
          {name === 'time' && <BoardChoices {...field('board')} />}
          {controlsOf(name).map((control) => (
            <FieldOfForm key={control.name} control={control} field={field} />
          ))}
        </Group>
      ))}
      {FOLDED_SECTIONS.map((name) => {
        const controls = controlsOf(name);
        return (
          <Section
            key={name}
            label={t(`form.section-${name}`)}
            content={listed(controls.filter(({ kind }) => kind !== 'flag').map((control) => labelOf(control)))}
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

interface GroupProps {
  readonly label: string;
  readonly children: ReactNode;
}

function Group({ label, children }: GroupProps) {
  return (
    <fieldset className="form-group">
      <legend>{label}</legend>
      <div className="form-section-fields">{children}</div>
    </fieldset>
  );
}

interface SectionProps extends GroupProps {
  /** The names of its fields, shown while it is closed. */
  readonly content: string;
  readonly isUsed: boolean;
}

/** A group that is open if the query has one of its fields. */
function Section({ label, content, isUsed: used, children }: SectionProps) {
  const [isOpen, setOpen] = useState(used);
  const [wasUsed, setWasUsed] = useState(used);
  const id = useId();
  if (used !== wasUsed) {
    setWasUsed(used);
    if (used) setOpen(true);
  }
  return (
    <details className="form-section" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span id={id}>{label}</span> <span className="form-section-content">{content}</span>
      </summary>
      <fieldset aria-labelledby={id} className="form-section-fields">
        {children}
      </fieldset>
    </details>
  );
}

interface BoardChoicesProps {
  readonly name: string;
  /** Names separated by commas. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** No selection means all boards. */
function BoardChoices({ name, value, onChange }: BoardChoicesProps) {
  const { data: boards = [] } = useQuery(boardsQuery());
  const names = boards.map((board) => board.name).toSorted();
  return (
    <SeveralField
      label={t('form.boards')}
      name={name}
      values={names.map((board) => [board, `/${board}/`])}
      value={value.replaceAll(/[\s/]/g, '').toLowerCase()}
      onChange={onChange}
    />
  );
}
