/** Queries for fields that hold values: equal to, between, present. */
import type { IdentityAlias } from '../../../mappings/contract/identity.ts';
import { resolveMoment, type ReadersTime } from '../language/moment.ts';
import type { ExactField, Leaf } from '../language/tree.ts';
import { allOf, anyOf, NOTHING, type QueryContainer } from '../elasticsearch/clauses.ts';
import { requireResolved, type ResolvedConditions } from './resolved-conditions.ts';

type LeafOf<K extends Leaf['kind']> = Extract<Leaf, { kind: K }>;

/** Fields of the index. `media_hash` is the MD5 that the source states, `media_hash_src` the SHA-256 of the file that was fetched. */
const EXACT_FIELDS: Readonly<Record<Exclude<ExactField, 'identity'>, string>> = {
  trip: 'tripcode',
  email: 'email',
  id: 'posterid',
  country: 'country',
  capcode: 'capcode',
  ext: 'media_type',
  md5: 'media_hash',
  sha256: 'media_hash_src',
  domain: 'domains',
};

export function exactQuery({ field, values }: LeafOf<'exact'>, resolved: ResolvedConditions): QueryContainer {
  if (field !== 'identity') return { terms: { [EXACT_FIELDS[field]]: [...values] } };
  return aliasQuery(values.flatMap((name) => requireResolved(resolved.identities, name)));
}

/** Fields whose values completion reads from the index, with its fields. */
export const KEYWORDS = {
  name: 'name.raw',
  trip: EXACT_FIELDS.trip,
  email: EXACT_FIELDS.email,
  id: EXACT_FIELDS.id,
  country: EXACT_FIELDS.country,
  capcode: EXACT_FIELDS.capcode,
  ext: EXACT_FIELDS.ext,
  domain: EXACT_FIELDS.domain,
} as const;
export type KeywordField = keyof typeof KEYWORDS;

/** For completion: posts with a value that begins with one of the texts, in any case. */
export function beginsWithQuery(field: KeywordField, texts: readonly string[]): QueryContainer {
  return anyOf(texts.map((value) => ({ prefix: { [KEYWORDS[field]]: { value, case_insensitive: true } } })));
}

/** For completion: posts with a value; with a name of their own. */
export function presentQuery(field: KeywordField): QueryContainer {
  return field === 'name' ? hasQuery({ value: 'name' }) : exists(KEYWORDS[field]);
}

/** Posts of a mailing list have the sender's address as `posterid`. */
const ALIAS_FIELDS = { sender: 'posterid', tripcode: 'tripcode', name: 'name.raw' } as const;

/** Posts under any of these aliases; nothing without aliases. */
function aliasQuery(aliases: readonly IdentityAlias[]): QueryContainer {
  const byKind = Map.groupBy(aliases, ({ kind }) => kind);
  return anyOf(
    [...byKind].map(([kind, some]) => ({ terms: { [ALIAS_FIELDS[kind]]: some.map(({ value }) => value) } })),
  );
}

const INTEGER = 2 ** 31 - 1;
const LONG = Number.MAX_SAFE_INTEGER;

/** With the largest number of the field's type: Elasticsearch refuses a bound above it. */
const NUMBER_FIELDS: Readonly<Record<LeafOf<'number'>['field'], readonly [field: string, largest: number]>> = {
  width: ['media_dims_src_w', INTEGER],
  height: ['media_dims_src_h', INTEGER],
  size: ['media_size', LONG],
  replies: ['replies', INTEGER],
  images: ['images', INTEGER],
  posters: ['posters', INTEGER],
  length: ['length', INTEGER],
  'subject.length': ['subject_length', INTEGER],
  num: ['num', LONG],
  thread: ['thread', LONG],
  since4pass: ['since4pass', INTEGER],
};

export function numberQuery({ field, min, max }: LeafOf<'number'>): QueryContainer {
  const [name, largest] = NUMBER_FIELDS[field];
  const gte = min === null ? null : Math.max(Math.ceil(min), -largest);
  const lte = max === null ? null : Math.min(Math.floor(max), largest);
  if ((gte !== null && gte > largest) || (lte !== null && lte < -largest)) return NOTHING;
  if (gte !== null && lte !== null && gte > lte) return NOTHING;
  if (gte !== null && gte === lte) return { term: { [name]: gte } };
  return { range: { [name]: { ...(gte !== null && { gte }), ...(lte !== null && { lte }) } } };
}

/** Bounds are strings: Elasticsearch may silently read a number in another unit on a date field. */
export function timeQuery({ edge, moment }: LeafOf<'time'>, reader: ReadersTime): QueryContainer {
  const { start, end } = resolveMoment(moment, reader);
  const [from, to] = [new Date(start).toISOString(), new Date(end).toISOString()];
  if (edge === 'during' || edge === 'modified') {
    const field = edge === 'during' ? 'time_posted' : 'time_modified';
    return start < end ? { range: { [field]: { gte: from, lt: to } } } : NOTHING;
  }
  return { range: { time_posted: edge === 'after' ? { gte: from } : { lt: from } } };
}

const exists = (field: string): QueryContainer => ({ exists: { field } });

const IS: Readonly<Record<LeafOf<'is'>['value'], QueryContainer>> = {
  op: { term: { opener: true } },
  reply: { term: { opener: false } },
  deleted: exists('time_deleted_post'),
  'file-deleted': exists('time_deleted_file'),
  ghost: { range: { subnum: { gt: 0 } } },
  sticky: { term: { sticky: true } },
  closed: { term: { closed: true } },
  archived: exists('time_archived'),
  spoiler: { term: { spoiler: true } },
};

export function isQuery({ value }: Pick<LeafOf<'is'>, 'value'>): QueryContainer {
  return IS[value];
}

export const IMAGE_TYPES = ['jpg', 'jpeg', 'png', 'gif', 'webp', 'bmp', 'avif'];
export const VIDEO_TYPES = ['webm', 'mp4', 'ogv', 'mov'];
/** Names that boards show for posters without a name. */
const NO_NAMES = ['Anonymous'];

const HAS: Readonly<Record<LeafOf<'has'>['value'], QueryContainer>> = {
  file: anyOf([exists('media_hash'), exists('media_type')]),
  image: { terms: { media_type: IMAGE_TYPES } },
  video: { terms: { media_type: VIDEO_TYPES } },
  subject: exists('subject'),
  comment: { range: { length: { gt: 0 } } },
  trip: exists('tripcode'),
  link: exists('domains'),
  quote: exists('quotes'),
  name: allOf([exists('name'), { bool: { must_not: [{ terms: { 'name.raw': NO_NAMES } }] } }]),
  email: exists('email'),
  id: exists('posterid'),
  country: exists('country'),
  capcode: exists('capcode'),
};

export function hasQuery({ value }: Pick<LeafOf<'has'>, 'value'>): QueryContainer {
  return HAS[value];
}
