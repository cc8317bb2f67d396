import { useQuery } from '@tanstack/react-query';
import { lazy, memo, type ReactNode, Suspense, useCallback, useState } from 'react';
import { flushSync } from 'react-dom';
import { SEARCH_SORTS, type SearchSort } from '../../../../../mappings/search/sort-names.ts';
import { Menu } from '../../../components/menu.tsx';
import { Sheet } from '../../../components/sheet.tsx';
import { stringifySearch } from '../../../lib/addresses.ts';
import { nameText, t } from '../../../lib/messages.ts';
import { SaveButton } from '../bar/saved-searches.tsx';
import type { FormFieldsProps } from '../form/form-fields.tsx';
import { type SearchParams, type View, VIEWS } from '../params.ts';
import { type Search, searchQuery } from '../queries.ts';
import { ResultsMenu } from './results-menu.tsx';

const FormFields = lazy(async () => ({ default: (await import('../form/form-fields.tsx')).FormFields }));
const ExplainPanel = lazy(async () => ({ default: (await import('./explain-panel.tsx')).ExplainPanel }));

interface ResultsToolsProps {
  readonly search: Search;
  /** The reader's query; `search.q` may contain more for a view. */
  readonly q: string;
  readonly sort: SearchSort | undefined;
  readonly view: View | undefined;
  /** The part that is open at first. */
  readonly startsWith: 'form' | 'filters' | null;
  readonly address: (change: ToolChange) => string;
  /** The filters as a sheet, on a narrow screen. */
  readonly filters: ReactNode | null;
}

interface ToolChange {
  readonly sort?: SearchSort;
  readonly view?: View | undefined;
  readonly cursor: undefined;
}

/** View, order, form and menu of the results, above them. On a phone only the view is; the others are at the bottom of the screen. */
export function ResultsTools({ search, q, sort, view, startsWith, address, filters }: ResultsToolsProps) {
  const [open, setOpen] = useState<'form' | 'filters' | 'explain' | null>(startsWith);
  const { data } = useQuery({ ...searchQuery(search), enabled: false });
  const toggle = (panel: typeof open) => setOpen(open === panel ? null : panel);
  const close = () => setOpen(null);
  // The results replace the form that they were asked with.
  const closeForResults = useCallback(() => {
    // The heading cannot have the focus while the form covers it.
    flushSync(() => setOpen(null));
    document.querySelector('h1')?.focus({ preventScroll: true });
  }, []);
  return (
    <>
      <div className="results-head">
        <ViewSwitch view={view} address={address} />
        <section className="results-tools" aria-label={t('search.tools')}>
          {filters !== null && (
            <button
              type="button"
              className="quiet-button"
              aria-expanded={open === 'filters'}
              onClick={() => toggle('filters')}
            >
              {t('search.filter')}
            </button>
          )}
          <SortMenu sort={data?.sort ?? sort ?? 'new'} address={address} />
          <button
            type="button"
            className="quiet-button form-button"
            aria-expanded={open === 'form'}
            onClick={() => toggle('form')}
          >
            <span className="wide-only">{t('form.name')}</span>
            <span className="narrow-only">{t('form.short')}</span>
          </button>
          <noscript>
            <a className="quiet-button" href={openAddress({ q, sort: search.sort, view, filters: 'open' })}>
              {t('search.filter')}
            </a>
            <a className="quiet-button" href={openAddress({ q, sort: search.sort, view, form: 'open' })}>
              {t('form.name')}
            </a>
          </noscript>
          {q !== '' && <SaveButton q={q} />}
          <ResultsMenu q={q} sort={search.sort} onExplain={() => setOpen('explain')} />
        </section>
      </div>
      {open === 'filters' && filters !== null && (
        <Sheet name={t('search.filter-results')} onClose={close}>
          {filters}
        </Sheet>
      )}
      {open === 'form' && (
        <Sheet name={t('form.name')} onClose={close}>
          <Form q={q} sort={sort} onSearch={closeForResults} />
        </Sheet>
      )}
      {open === 'explain' && (
        <Suspense>
          <ExplainPanel search={search} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

/** Memoised: React discards the server's HTML if its parent is rendered again before the script is loaded. */
const Form = memo(function Form(props: FormFieldsProps) {
  return (
    <Suspense fallback={<div className="form-fields-room" />}>
      <FormFields {...props} />
    </Suspense>
  );
});

/** The address of these results with the part open; scripts open it in place. */
function openAddress(params: SearchParams): string {
  return `/search${stringifySearch({ ...params })}`;
}

interface SortMenuProps extends Pick<ResultsToolsProps, 'address'> {
  readonly sort: SearchSort;
}

function SortMenu({ sort: current, address }: SortMenuProps) {
  return (
    <Menu
      className="sort-menu menu-start"
      label={
        <>
          <span className="wide-only">{t('board.order')}:</span> <span className="menu-arrow">{nameOf(current)}</span>
        </>
      }
      name={`${t('board.order')}: ${nameOf(current)}`}
    >
      <ul>
        {SEARCH_SORTS.map((sort) => (
          <li key={sort}>
            <a href={address({ sort, cursor: undefined })} aria-current={sort === current ? 'true' : undefined}>
              {nameOf(sort)}
            </a>
          </li>
        ))}
      </ul>
    </Menu>
  );
}

function nameOf(sort: SearchSort): string {
  return nameText(`search.${sort}`) ?? sort;
}

/** How hits are shown. A row of links, also without scripts. */
function ViewSwitch({ view: current = 'list', address }: Pick<ResultsToolsProps, 'view' | 'address'>) {
  return (
    <nav className="view-switch" aria-label={t('search.view')}>
      {VIEWS.map((view) => (
        <a
          key={view}
          href={address({ view: view === 'list' ? undefined : view, cursor: undefined })}
          aria-current={view === current ? 'true' : undefined}
        >
          {t(`view.${view}`)}
        </a>
      ))}
    </nav>
  );
}
