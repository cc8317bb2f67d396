/** The form of the columns of `posts` in documents, by type: searched columns have a mapping, others are under `rest`. */
import type { Post } from '../post.ts';
import { SELECTED, type SelectedColumn } from '../postgres/post-columns.ts';
import { CORE_FIELDS } from './index-fields.ts';

export interface DocumentColumn {
  readonly name: string;
  readonly field: SelectedColumn['field'];
  /** The value as JSON; undefined for null and an empty text. */
  readonly encode: (value: Post[SelectedColumn['field']]) => unknown;
  /** The inverse of `encode`. */
  readonly decode: (value: unknown) => unknown;
}

/** `state` replaces these columns: documents of purged posts do not have content. */
const IN_STATE: readonly string[] = ['hidden', 'time_purged'];

const CODECS: Readonly<Record<SelectedColumn['type'] | 'base64', Pick<DocumentColumn, 'encode' | 'decode'>>> = {
  bigint: { encode: (value) => value ?? undefined, decode: (value) => value ?? null },
  int: { encode: (value) => value ?? undefined, decode: (value) => value ?? null },
  boolean: { encode: (value) => value ?? undefined, decode: (value) => value ?? null },
  jsonb: { encode: (value) => value ?? undefined, decode: (value) => value ?? null },
  text: { encode: (value) => (value === null || value === '' ? undefined : value), decode: (value) => value ?? null },
  timestamptz: {
    encode: (value) => (value as Date | null)?.getTime(),
    decode: (value) => (value === undefined ? null : new Date(value as number)),
  },
  bytea: {
    encode: (value) => (value === null ? undefined : Buffer.from(value as Uint8Array).toString('hex')),
    decode: (value) => (value === undefined ? null : Buffer.from(value as string, 'hex')),
  },
  base64: {
    encode: (value) => (value === null ? undefined : Buffer.from(value as Uint8Array).toString('base64')),
    decode: (value) => (value === undefined ? null : Buffer.from(value as string, 'base64')),
  },
};

export const DOCUMENT_COLUMNS: readonly DocumentColumn[] = SELECTED.filter(({ name }) => !IN_STATE.includes(name)).map(
  ({ name, field, type }) => ({ name, field, ...CODECS[name === 'media_hash' ? 'base64' : type] }),
);

/** The columns that are not searched. */
export const REST_COLUMNS: readonly DocumentColumn[] = DOCUMENT_COLUMNS.filter(
  ({ name }) => !Object.hasOwn(CORE_FIELDS, name),
);
