import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Facet, FacetField, FacetsAnswer, FacetValue } from '../../../../../mappings/contract/facets.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { capcodeName } from '../../../lib/capcodes.ts';
import { formatCount, formatCountryValue } from '../../../lib/format.ts';
import { nameText, t as common } from '../../../lib/messages.ts';
import { t } from './facet-texts.ts';
import { viewQuery } from '../params.ts';
import { facetsQuery } from '../queries.ts';
import { FacetsSkeleton } from './facets-layout.tsx';

interface FacetsProps {
  readonly q: string;
  readonly isAsked: boolean;
  /** Keeps the previous query's counts until those of this one are loaded. */
  readonly keepsPrevious?: boolean;
  /** A facet whose condition the view has added. */
  readonly withoutField?: FacetField | undefined;
  /** The address of another query's results in the current order and view. */
  readonly address: (q: string) => string;
}

/** Counts of the hits by field. Each value links to a search that adds or removes it as a filter. */
export function Facets({ q, isAsked, keepsPrevious = false, withoutField, address }: FacetsProps) {
  const { data, error, isPending, isPlaceholderData } = useQuery({
    ...facetsQuery(q),
    enabled: isAsked,
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
  });
  if (isPending) return <FacetsSkeleton />;
  if (isTooWide(error)) return <p className="quiet">{t('search.too-many-threads')}</p>;
  const useful = data?.facets.map(withHits).filter((facet) => isUseful(facet) && facet.field !== withoutField) ?? [];
  if (data === undefined || useful.length === 0) return null;
  return (
    <nav className="facets" aria-label={t('search.filter-results')} aria-busy={isPlaceholderData ? true : undefined}>
      {data.folded && <p className="facet-others">{t('search.folded')}</p>}
      {useful.map((facet) => (
        <FacetGroup key={facet.field} q={q} facet={facet} answer={data} address={address} />
      ))}
    </nav>
  );
}

/** The reader can act on this error only. */
function isTooWide(error: unknown): boolean {
  return error instanceof ApiError && error.problem?.code === 'condition_too_wide';
}

/** Without values that no hit has, unless the reader chose them. Readers look for pictures first, however few there are. */
function withHits(facet: Facet): Facet {
  const values = facet.values.filter(({ count, active }) => count > 0 || active);
  if (facet.field === 'has_file') values.sort((one) => (one.value === 'yes' ? -1 : 1));
  return { ...facet, values };
}

/** A single value is not worth showing unless it is an active filter, or answers a reader who wants pictures. */
function isUseful({ field, values, own }: Facet): boolean {
  return values.length > 1 || ((own || field === 'has_file') && values.length > 0);
}

interface FacetGroupProps extends Pick<FacetsProps, 'q' | 'address'> {
  readonly facet: Facet;
  readonly answer: FacetsAnswer;
}

function FacetGroup({ q, facet, answer, address }: FacetGroupProps) {
  const { field, values, others, exact } = facet;
  const isExact = exact && !answer.partial;
  const [only] = values;
  const isSame = field === 'has_file' && values.length === 1 && only?.active === false && isExact;
  return (
    <section className="facet" aria-labelledby={`facet-${field}`}>
      <h2 id={`facet-${field}`}>{nameText(`facet.${field}`) ?? field}</h2>
      {isSame ? (
        <AllOrNone hasFile={only.value === 'yes'} more={address(viewQuery(q, 'gallery').q)} />
      ) : (
        <ul>
          {values.map((value) => (
            <li key={value.value}>
              <Choice field={field} value={value} isExact={isExact} address={address} />
            </li>
          ))}
        </ul>
      )}
      {others.values > 0 && (
        <p className="facet-others">
          {t('facet.others', { count: others.values, posts: common('unit.posts', { count: others.posts }) })}
        </p>
      )}
    </section>
  );
}

interface AllOrNoneProps {
  readonly hasFile: boolean;
  /** The same search for pictures, which finds nothing and offers fewer conditions. */
  readonly more: string;
}

function AllOrNone({ hasFile, more }: AllOrNoneProps) {
  if (hasFile) return <p className="facet-others">{t('facet.has_file.all')}</p>;
  return (
    <>
      <p className="facet-others">{t('facet.has_file.none')}</p>
      <a className="facet-choice" href={more}>
        {t('facet.has_file.more')}
      </a>
    </>
  );
}

interface ChoiceProps extends Pick<FacetsProps, 'address'> {
  readonly field: FacetField;
  readonly value: FacetValue;
  readonly isExact: boolean;
}

function Choice({ field, value: { value, label, count, active, q }, isExact, address }: ChoiceProps) {
  // Boards are shown by name, as in the results; the title is a tooltip.
  const isBoard = field === 'board';
  const content = (
    <>
      <span className="facet-value" title={isBoard ? (label ?? undefined) : undefined}>
        {isBoard ? `/${value}/` : valueName(field, value, label)}
      </span>
      <span className="facet-count" title={isExact ? undefined : t('facet.partial')}>
        {isExact ? '' : '≥ '}
        {formatCount(count)}
      </span>
    </>
  );
  if (q === null) return <span className="facet-choice">{content}</span>;
  return (
    <a className="facet-choice" href={address(q)} aria-current={active ? 'true' : undefined}>
      {content}
      {active && <span className="visually-hidden">{t('facet.selected')}</span>}
    </a>
  );
}

/** Labels from the API are English. */
function valueName(field: FacetField, value: string, label: string | null): string {
  const flag = field === 'country' ? /^troll:(.+)$/.exec(value)?.[1] : undefined;
  if (flag !== undefined) return t('facet.board-flag', { flag: flag.toUpperCase() });
  if (field === 'country') return formatCountryValue(value);
  if (field === 'capcode') return capcodeName(value) ?? value;
  return nameText(`facet.${field}.${value}`) ?? label ?? value;
}
