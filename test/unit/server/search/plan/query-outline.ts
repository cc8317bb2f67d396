import type { QueryContainer } from '../../../../../server/search/elasticsearch/clauses.ts';

/**
 * An Elasticsearch query on one line: `A & B` all of it in filter context, `+A` scored, `-A` must not match, `(A | B)` any of it.
 * `field=value`, `field:"phrase"`, `field:"phrase"*` with more words or letters after it, `field:word*`, `field>=1`, `exists(field)`,
 * `ids(…)`, `nothing`. An analyzer other than post_text follows in braces, `{own}` for the field's own.
 */
export function outline(query: QueryContainer): string {
  const [kind = '', body] = Object.entries(query)[0] ?? [];
  const write = WRITERS[kind];
  if (write === undefined || Object.keys(query).length !== 1) throw new TypeError(`no outline for ${kind}`);
  return write(body as Body);
}

type Body = Readonly<Record<string, unknown>>;

const listOf = (queries: unknown) => (queries ?? []) as readonly QueryContainer[];

const WRITERS: Readonly<Record<string, (body: Body) => string>> = {
  bool({ filter, must, must_not: mustNot, should, minimum_should_match: minimum, _name: name, ...rest }) {
    expectNothing(rest);
    if (name !== undefined)
      return `${text(name)}: ${outline({ bool: { filter: listOf(filter) as QueryContainer[] } })}`;
    const parts = [
      ...listOf(filter).map(grouped),
      ...listOf(must).map((clause) => `+${grouped(clause)}`),
      ...listOf(mustNot).map((clause) => `-${grouped(clause)}`),
    ];
    const options = listOf(should).map(grouped).join(' | ');
    if (options === '') return parts.join(' & ');
    return minimum === undefined
      ? `${parts.join(' & ')} & better if ${options}`
      : [...parts, `(${options})`].join(' & ');
  },
  term: (body) => each(body, (field, value) => `${field}=${text(value)}`),
  terms: (body) => each(body, (field, values) => `${field}=${(values as unknown[]).map(text).join(',')}`),
  range: (body) =>
    each(body, (field, bounds) =>
      Object.entries(bounds as Body)
        .map(([bound, value]) => `${field}${BOUNDS[bound]}${text(value)}`)
        .join(' & '),
    ),
  exists: ({ field }) => `exists(${text(field)})`,
  ids: ({ values }) => `ids(${(values as unknown[]).map(text).join(',')})`,
  match_none: () => 'nothing',
  match_phrase: (body) => match(body, 'phrase'),
  match_bool_prefix: (body) => match(body, 'bool_prefix'),
  match_phrase_prefix: (body) => match(body, 'phrase_prefix'),
  multi_match({ fields, type, ...words }) {
    return wordsAfter((fields as string[]).join(','), words, text(type));
  },
  function_score: ({ query, functions }) =>
    `(${outline(query as QueryContainer)}) * ${(functions as Body[]).map((one) => text(one['weight'])).join(' + ')}`,
};

function grouped(clause: QueryContainer): string {
  return 'bool' in clause && !('should' in (clause.bool ?? {})) ? `(${outline(clause)})` : outline(clause);
}

const BOUNDS: Readonly<Record<string, string>> = { gt: '>', gte: '>=', lt: '<', lte: '<=' };

function match(body: Body, type: string): string {
  return each(body, (field, words) => wordsAfter(field, words as Body, type));
}

function wordsAfter(
  field: string,
  { query, analyzer, boost, slop, tie_breaker: tie, max_expansions, ...rest }: Body,
  type: string,
) {
  expectNothing(rest);
  if (max_expansions !== undefined && max_expansions !== 2 ** 31 - 1) throw new TypeError('prefixes match all terms');
  const options = [
    analyzer !== 'post_text' && `{${analyzer === undefined ? 'own' : text(analyzer)}}`,
    boost !== undefined && `^${text(boost)}`,
    slop !== undefined && `~${text(slop)}`,
    tie !== undefined && ` tie ${text(tie)}`,
  ];
  const words = type === 'bool_prefix' ? `${text(query)}*` : `"${text(query)}"${type === 'phrase_prefix' ? '*' : ''}`;
  return `${field}:${words}${options.filter((option) => option !== false).join('')}`;
}

function each(body: Body, write: (field: string, value: unknown) => string): string {
  return Object.entries(body)
    .map(([field, value]) => write(field, value))
    .join(' & ');
}

function text(value: unknown): string {
  return String(value);
}

function expectNothing(rest: Body): void {
  if (Object.keys(rest).length > 0) throw new TypeError(`the outline leaves out ${Object.keys(rest).join(', ')}`);
}
