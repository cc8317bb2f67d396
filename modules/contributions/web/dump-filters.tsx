import { useNavigate } from '@tanstack/react-router';
import type { ReactNode, SyntheticEvent } from 'react';
import { DUMP_STATES, type DumpState } from '../format/states.ts';
import { stringifySearch } from '../../../web/src/lib/addresses.ts';
import { readDumpFilter, type DumpFilter, type FilterName } from './dump-filter.ts';
import { t } from './texts.ts';

const TEXTS = ['client', 'version', 'type', 'board', 'contributor', 'hash'] as const;
const FLAGS = ['verified', 'unmapped'] as const;
const STATES = Object.keys(DUMP_STATES) as readonly DumpState[];

interface DumpFiltersProps {
  /** The address of the page without parameters. */
  readonly address: string;
  readonly filter: DumpFilter;
  /** Filters for staff only. */
  readonly isForStaff?: boolean;
}

/** The form that filters dumps. It leads to the same address without scripts. */
export function DumpFilters({ address, filter, isForStaff = false }: DumpFiltersProps) {
  const navigate = useNavigate();
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const chosen = readDumpFilter(Object.fromEntries(new FormData(event.currentTarget)));
    void navigate({ href: `${address}${stringifySearch({ ...chosen })}`, resetScroll: false });
  };
  return (
    <search aria-label={t('dumps.filter')}>
      <form className="dump-filters" action={address} onSubmit={submit} key={stringifySearch({ ...filter })}>
        <Choice name="state" filter={filter}>
          {STATES.map((state) => (
            <option key={state} value={state}>
              {t(`dumps.state.${state}`)}
            </option>
          ))}
        </Choice>
        {FLAGS.filter((name) => isForStaff || name === 'verified').map((name) => (
          <Choice key={name} name={name} filter={filter}>
            <option value="true">{t('dumps.yes')}</option>
            <option value="false">{t('dumps.no')}</option>
          </Choice>
        ))}
        {TEXTS.map((name) => (
          <label key={name}>
            <span>{t(`dumps.${name}`)}</span>
            <input
              name={name}
              defaultValue={filter[name] ?? ''}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              maxLength={64}
            />
          </label>
        ))}
        <button type="submit" className="button">
          {t('dumps.apply')}
        </button>
      </form>
    </search>
  );
}

interface ChoiceProps {
  readonly name: FilterName;
  readonly filter: DumpFilter;
  readonly children: ReactNode;
}

function Choice({ name, filter, children }: ChoiceProps) {
  return (
    <label>
      <span>{t(`dumps.${name}`)}</span>
      <select name={name} defaultValue={filter[name] ?? ''}>
        <option value="">{t('dumps.any')}</option>
        {children}
      </select>
    </label>
  );
}

/** Links to newer and older dumps. */
export function DumpPager({ address, filter, next }: DumpFiltersProps & { readonly next: number | null }) {
  const of = (before: string | undefined) => `${address}${stringifySearch({ ...filter, before })}`;
  if (filter.before === undefined && next === null) return null;
  return (
    <nav className="pager" aria-label={t('dumps.pages')}>
      {filter.before !== undefined && <a href={of(undefined)}>{t('dumps.newest')}</a>}
      {next !== null && (
        <a rel="next" className="pager-next" href={of(String(next))}>
          {t('dumps.older')}
        </a>
      )}
    </nav>
  );
}
