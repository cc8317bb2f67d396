import { useQuery } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { Explanation } from '../../../../../mappings/contract/explain.ts';
import { ErrorMessageLine } from '../../../components/error-message.tsx';
import { answerOf, api, defined } from '../../../lib/api.ts';
import type explain from '../../../../../mappings/locales/en/explain.json';
import type { Search } from '../queries.ts';
import { partText } from './part-text.ts';
import { t, tRich } from './explain-texts.ts';
import { listed } from '../../../lib/messages.ts';

interface ExplainPanelProps {
  readonly search: Pick<Search, 'q' | 'sort' | 'group'>;
  readonly onClose: () => void;
}

/** How a query is interpreted, the request to Elasticsearch, and the time of each stage. */
export function ExplainPanel({ search, onClose }: ExplainPanelProps) {
  const { q, sort, group } = search;
  const panel = useRef<HTMLElement>(null);
  // Before the panel is removed, and the focus with it. A reader who has gone on keeps the focus.
  useLayoutEffect(() => {
    const { current } = panel;
    const opener = document.activeElement;
    current?.focus();
    return () => {
      if (current?.contains(document.activeElement) === true && opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  useEffect(() => {
    const { current } = panel;
    const closeByEscape = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') onClose();
    };
    current?.addEventListener('keydown', closeByEscape);
    return () => current?.removeEventListener('keydown', closeByEscape);
  }, [onClose]);
  const { data, error } = useQuery({
    queryKey: ['explain', q, sort ?? null, group ?? null],
    queryFn: ({ signal }) => {
      const query = defined({ q: search.q, sort: search.sort, group: search.group });
      return answerOf(api.GET('/api/v1/search/explain', { params: { query }, signal }));
    },
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  return (
    <section ref={panel} className="explain" aria-labelledby="explain-heading" tabIndex={-1}>
      <header>
        <h2 id="explain-heading">{t('explain.name')}</h2>
        <button type="button" className="quiet-button" onClick={onClose}>
          {t('common.close')}
        </button>
      </header>
      {error !== null && <ErrorMessageLine error={error} />}
      {data === undefined ? (
        error === null && <p aria-busy="true">{t('explain.loading')}</p>
      ) : (
        <Answer explanation={data} />
      )}
    </section>
  );
}

const LOOKED_UP = {
  threads: 'explain.threads-for',
  quoted: 'explain.posts-for',
  identity: 'explain.names-for',
  lookup: 'explain.values-for',
} as const;

function Answer({ explanation }: { readonly explanation: Explanation }) {
  const { tree, canonical, boards, conditions, limits, request, stages, took_ms: took } = explanation;
  return (
    <>
      <p>
        {tRich('explain.query-on-boards', {
          query: canonical === '' ? t('explain.everything') : <code key="query">{canonical}</code>,
          boards: boards === null ? t('explain.all-boards') : listed(boards.map((board) => `/${board}/`)),
        })}
      </p>
      {tree !== null && (
        <ul className="explain-tree">
          <Part part={partsOf(tree, explanation.q)} />
        </ul>
      )}
      {conditions.length > 0 && (
        <p>
          {t('explain.looked-up', {
            conditions: conditions
              .map(({ kind, span, count }) => {
                const text = explanation.q.slice(span.start, span.end);
                return t(LOOKED_UP[kind], { count, text });
              })
              .join('; '),
          })}
        </p>
      )}
      <div className="explain-tables">
        <table>
          <caption>{t('explain.limits')}</caption>
          <tbody>
            {limits.map(({ name, used, max }) => (
              <tr key={name}>
                <th scope="row">{limitName(name)}</th>
                <td>{max === null ? used : t('explain.used', { used, max })}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <table>
          <caption>{t('explain.time', { ms: took.toFixed(1) })}</caption>
          <tbody>
            {inOrder(stages).map(({ name, ms }) => (
              <tr key={name} className={STAGES[name]?.isInner === true ? 'explain-inner' : undefined}>
                <th scope="row">{STAGES[name] === undefined ? name : t(STAGES[name].text)}</th>
                <td>
                  {ms.toFixed(1)} ms <meter min={0} max={Math.max(took, 1)} value={ms} aria-hidden="true" />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <details>
        <summary>{t('explain.request')}</summary>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, which must also work with the keyboard */}
        <pre tabIndex={0}>{JSON.stringify(request, null, 2)}</pre>
      </details>
    </>
  );
}

function Part({ part: { words, children } }: { readonly part: QueryPart }) {
  return (
    <li>
      {words}
      {children.length > 0 && (
        <ul>
          {children.map((child, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- parts of one answer never move
            <Part key={place} part={child} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** A query's tree as text. */
export interface QueryPart {
  readonly words: string;
  readonly children: readonly QueryPart[];
}

type TreeNode = Readonly<Record<string, unknown>>;

const GROUPS = { and: 'explain.all', or: 'explain.any', not: 'explain.not' } as const;

/** `q` is the source of the tree: conditions are described in words, based on their spelling. */
export function partsOf(node: TreeNode, q: string): QueryPart {
  const kind = String(node['kind']);
  if (!isGroup(kind)) return { words: conditionText(node, kind, q), children: [] };
  const children = kind === 'not' ? [node['child']] : node['children'];
  return { words: t(GROUPS[kind]), children: (children as readonly TreeNode[]).map((child) => partsOf(child, q)) };
}

function isGroup(kind: string): kind is keyof typeof GROUPS {
  return Object.hasOwn(GROUPS, kind);
}

function conditionText(node: TreeNode, kind: string, q: string): string {
  const { start, end } = node['span'] as { readonly start: number; readonly end: number };
  const written = q.slice(start, end);
  const named = node['field'] ?? node['edge'] ?? node['direction'];
  const name = typeof named === 'string' ? named : kind;
  const isNamed = name !== 'any' && /^[\w.-]+:/.test(written);
  // A value in a list of several does not repeat the name of the field.
  const field = isNamed || kind === 'is' || kind === 'has' ? name : null;
  return partText({ field, value: isNamed ? written.slice(written.indexOf(':') + 1) : written, negated: false });
}

/** Stages by their name in the API; a stage that is part of another is nested below it. */
const STAGES: Readonly<
  Record<string, { readonly text: keyof typeof explain & `stage.${string}`; readonly isInner?: boolean }>
> = {
  parse: { text: 'stage.parse' },
  charge: { text: 'stage.charge' },
  plan: { text: 'stage.plan' },
  execute: { text: 'stage.execute' },
  elasticsearch: { text: 'stage.elasticsearch', isInner: true },
  hydrate: { text: 'stage.hydrate' },
  pending_hides: { text: 'stage.pending_hides' },
  present: { text: 'stage.present' },
};

function inOrder(stages: Explanation['stages']): Explanation['stages'] {
  const order = Object.keys(STAGES);
  return stages.toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
}

const LIMITS = {
  length: 'limit.length',
  leaves: 'limit.leaves',
  depth: 'limit.depth',
  prefixes: 'limit.prefixes',
  cost: 'limit.cost',
} as const;

function limitName(name: string): string {
  return Object.hasOwn(LIMITS, name) ? t(LIMITS[name as keyof typeof LIMITS]) : name;
}
