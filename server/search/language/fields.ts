/** Every field of the language: the tokenizer, hints and completion read this table, and a test compares docs/SEARCH-SYNTAX.md with it. */
import { SEARCH_GROUPS, SEARCH_SORTS } from '../../../mappings/contract/search.ts';
import { CAPCODE_NAMES } from './exact-value.ts';
import { HAS_VALUES, IS_VALUES, type ExactField, type NumberField, type TextField, type TimeEdge } from './tree.ts';

export type FieldName =
  | Exclude<TextField, 'any'>
  | ExactField
  | NumberField
  | TimeEdge
  | 'board'
  | 'is'
  | 'has'
  | 'quotes'
  | 'quoted-by'
  | 'sort'
  | 'group';

interface Described<K extends string, N extends FieldName> {
  readonly kind: K;
  readonly name: N;
  /** Other names, parsed as this field and printed under its name. */
  readonly aliases: readonly string[];
  /** Completes the sentence "posts …", or "the answer …" for `sort` and `group`. */
  readonly description: string;
  /** For readers of this table; a test parses it. */
  readonly example: string;
  /**
   * The values that completion offers. A field without a list of values gets the examples of completion/vocabulary.ts. This list does not
   * decide what is accepted: `is:`, `has:`, `sort:` and `group:` accept the listed values only (closed-values.ts); what an exact
   * field accepts is up to exact-value.ts, where `capcode:` also takes any letter.
   */
  readonly values?: readonly string[];
}

export type Field =
  | Described<'text', Exclude<TextField, 'any'>>
  | Described<'exact', ExactField>
  | Described<'number', NumberField>
  | Described<'time', TimeEdge>
  | Described<'board', 'board'>
  | Described<'is', 'is'>
  | Described<'has', 'has'>
  | Described<'quote', 'quotes' | 'quoted-by'>
  | Described<'sort', 'sort'>
  | Described<'group', 'group'>;

export type FieldKind = Field['kind'];

/** In the order of completions. */
export const FIELDS: readonly Field[] = [
  {
    kind: 'board',
    name: 'board',
    aliases: ['boards'],
    example: 'board:g,ck',
    description: 'on this board, or on one of several separated by commas',
  },
  {
    kind: 'text',
    name: 'subject',
    aliases: ['title', 'sub'],
    example: 'subject:"kernel general"',
    description: 'with the word or "phrase" in the subject',
  },
  {
    kind: 'text',
    name: 'comment',
    aliases: ['text', 'body', 'com'],
    example: 'comment:kernel',
    description: 'with the word or "phrase" in the comment',
  },
  {
    kind: 'text',
    name: 'op.subject',
    aliases: ['op.title'],
    example: 'op.subject:"kernel general"',
    description: 'in threads whose opening post has this in its subject',
  },
  {
    kind: 'text',
    name: 'op.comment',
    aliases: ['op.text'],
    example: 'op.comment:kernel',
    description: 'in threads whose opening post has this in its comment',
  },
  {
    kind: 'is',
    name: 'is',
    aliases: [],
    example: 'is:op',
    description: 'of this kind, or of one of several separated by commas',
    values: IS_VALUES,
  },
  {
    kind: 'has',
    name: 'has',
    aliases: [],
    example: 'has:image,video',
    description: 'that have this, or one of several separated by commas',
    values: HAS_VALUES,
  },
  {
    kind: 'time',
    name: 'after',
    aliases: ['since'],
    example: 'after:2019-03-05',
    description: 'of this moment or later',
  },
  {
    kind: 'time',
    name: 'before',
    aliases: ['until'],
    example: 'before:2019-03-05',
    description: 'earlier than this moment',
  },
  {
    kind: 'time',
    name: 'during',
    aliases: ['date'],
    example: 'during:2019-03..2019-05',
    description: 'of this year, month, day, hour or range',
  },
  {
    kind: 'time',
    name: 'modified',
    aliases: ['changed', 'updated'],
    example: 'modified:7d',
    description: 'stored or changed in the archive in this time or range',
  },
  {
    kind: 'text',
    name: 'name',
    aliases: ['author', 'username', 'user', 'poster'],
    example: 'name:moot',
    description: 'with the word or "phrase" in the poster\'s name',
  },
  {
    kind: 'exact',
    name: 'trip',
    aliases: ['tripcode'],
    example: 'trip:!Ep8pui8Vw2',
    description: 'signed with this tripcode',
  },
  {
    kind: 'exact',
    name: 'id',
    aliases: ['uid', 'posterid', 'poster-id', 'poster_id'],
    example: 'id:ZcZ1gRnS',
    description: 'of the poster with this id in the thread',
  },
  {
    kind: 'exact',
    name: 'identity',
    aliases: ['identities', 'person'],
    example: 'identity:"Ann Lee"',
    description: 'by this person, under any of the aliases that admins entered',
  },
  {
    kind: 'exact',
    name: 'email',
    aliases: ['mail'],
    example: 'email:sage',
    description: 'with exactly this in the email field',
  },
  {
    kind: 'exact',
    name: 'country',
    aliases: ['flag'],
    example: 'country:DE,AT',
    description: "under this country's flag, by code or English name",
  },
  {
    kind: 'exact',
    name: 'capcode',
    aliases: ['cap'],
    example: 'capcode:mod',
    description: 'by staff of this rank',
    values: Object.values(CAPCODE_NAMES),
  },
  {
    kind: 'text',
    name: 'file',
    aliases: ['filename', 'file.name'],
    example: 'file:wallpaper',
    description: 'whose file has the word or "phrase" in its name',
  },
  {
    kind: 'exact',
    name: 'ext',
    aliases: ['filetype', 'extension'],
    example: 'ext:webm,mp4',
    description: 'whose file is of this type',
  },
  {
    kind: 'exact',
    name: 'md5',
    aliases: ['hash'],
    example: 'md5:1B2M2Y8AsgTpgAmY7PhCfg==',
    description: 'with exactly this file, by its MD5 in base64 or hex',
  },
  {
    kind: 'exact',
    name: 'sha256',
    aliases: ['sha'],
    example: 'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    description: 'with exactly this file, by its SHA-256 in hex or base64',
  },
  {
    kind: 'number',
    name: 'width',
    aliases: [],
    example: 'width:>=1920',
    description: 'whose picture has this width in pixels',
  },
  {
    kind: 'number',
    name: 'height',
    aliases: [],
    example: 'height:1080',
    description: 'whose picture has this height in pixels',
  },
  {
    kind: 'number',
    name: 'size',
    aliases: ['filesize'],
    example: 'size:1mb..5mb',
    description: 'whose file has this size in bytes, kb, mb, gb, kib, mib or gib',
  },
  {
    kind: 'number',
    name: 'length',
    aliases: ['comment.length', 'len'],
    example: 'length:>2000',
    description: 'whose comment has this number of characters',
  },
  {
    kind: 'number',
    name: 'subject.length',
    aliases: ['title.length'],
    example: 'subject.length:<10',
    description: 'whose subject has this number of characters',
  },
  {
    kind: 'number',
    name: 'replies',
    aliases: [],
    example: 'replies:>100',
    description: 'that open a thread with this number of replies',
  },
  {
    kind: 'number',
    name: 'images',
    aliases: [],
    example: 'images:>50',
    description: 'that open a thread with this number of files',
  },
  {
    kind: 'number',
    name: 'posters',
    aliases: ['ips'],
    example: 'posters:>100',
    description: 'that open a thread with this number of posters',
  },
  {
    kind: 'number',
    name: 'num',
    aliases: ['post', 'number'],
    example: 'num:51971506',
    description: 'with this number, or with numbers in this range',
  },
  {
    kind: 'number',
    name: 'thread',
    aliases: ['tnum'],
    example: 'thread:51971506',
    description: 'in the thread with this number',
  },
  {
    kind: 'quote',
    name: 'quotes',
    aliases: ['quote'],
    example: 'quotes:g/51971506',
    description: 'that quote the post with this number',
  },
  {
    kind: 'quote',
    name: 'quoted-by',
    aliases: ['quotedby', 'quoted_by'],
    example: 'quoted-by:51971506',
    description: 'that the post with this number quotes',
  },
  {
    kind: 'exact',
    name: 'domain',
    aliases: ['site'],
    example: 'domain:github.com',
    description: 'with a link to this host',
  },
  {
    kind: 'number',
    name: 'since4pass',
    aliases: [],
    example: 'since4pass:2017',
    description: 'whose poster shows a pass of this year',
  },
  {
    kind: 'sort',
    name: 'sort',
    aliases: ['order'],
    example: 'sort:relevance',
    description: 'begins with the newest, the oldest, the best match or the last change',
    values: SEARCH_SORTS,
  },
  {
    kind: 'group',
    name: 'group',
    aliases: [],
    example: 'group:thread',
    description: 'shows one post of each thread',
    values: SEARCH_GROUPS,
  },
];

const BY_NAME: ReadonlyMap<string, Field> = new Map(
  FIELDS.flatMap((field) => [field.name, ...field.aliases].map((name) => [name, field])),
);

/** By name or alias, case-insensitive; null for an unknown name. */
export function fieldNamed(name: string): Field | null {
  return BY_NAME.get(name.toLowerCase()) ?? null;
}

/** Names and aliases. */
export const FIELD_WORDS: readonly string[] = [...BY_NAME.keys()];

/** Kinds whose value the tokenizer splits at commas. Lists of numbers are split in leaf.ts, which knows `1,000`. */
export function splitsAtCommas(kind: FieldKind): boolean {
  return kind === 'board' || kind === 'is' || kind === 'has' || kind === 'exact';
}
