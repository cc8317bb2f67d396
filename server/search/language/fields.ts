/** Every field of the language: what the tokenizer knows, the page about the syntax is checked against, and the box completes. */
import { HAS_VALUES, IS_VALUES, type ExactField, type NumberField, type TextField, type TimeEdge } from './tree.ts';

export const SORT_VALUES = ['new', 'old', 'relevance'] as const;
export const GROUP_VALUES = ['thread'] as const;

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
  /** Read as this field, and printed under its name. */
  readonly aliases: readonly string[];
  /** One sentence that completes "posts …", or for `sort` and `group` "the answer …". */
  readonly description: string;
  readonly example: string;
  /** All that there are; for other fields they are without number, or the archive's. */
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

/** In the order in which they are offered. */
export const FIELDS: readonly Field[] = [
  {
    kind: 'board',
    name: 'board',
    aliases: ['boards'],
    description: 'on this board, or on one of several with commas',
    example: 'board:g,ck',
  },
  {
    kind: 'text',
    name: 'subject',
    aliases: ['title', 'sub'],
    description: 'with the word or "phrase" in the subject',
    example: 'subject:"kernel general"',
  },
  {
    kind: 'text',
    name: 'comment',
    aliases: ['text', 'body', 'com'],
    description: 'with the word or "phrase" in the comment',
    example: 'comment:kernel',
  },
  {
    kind: 'text',
    name: 'op.subject',
    aliases: ['op.title'],
    description: 'in threads whose opening post has this in its subject',
    example: 'op.subject:"kernel general"',
  },
  {
    kind: 'text',
    name: 'op.comment',
    aliases: ['op.text'],
    description: 'in threads whose opening post has this in its comment',
    example: 'op.comment:kernel',
  },
  {
    kind: 'is',
    name: 'is',
    aliases: [],
    description: 'of this kind, or of one of several with commas',
    example: 'is:op',
    values: IS_VALUES,
  },
  {
    kind: 'has',
    name: 'has',
    aliases: [],
    description: 'that have this, or one of several with commas',
    example: 'has:image,video',
    values: HAS_VALUES,
  },
  {
    kind: 'time',
    name: 'after',
    aliases: ['since'],
    description: 'of this moment or later',
    example: 'after:2019-03-05',
  },
  {
    kind: 'time',
    name: 'before',
    aliases: ['until'],
    description: 'earlier than this moment',
    example: 'before:2019-03-05',
  },
  {
    kind: 'time',
    name: 'during',
    aliases: ['date'],
    description: 'of this year, month, day, hour or range',
    example: 'during:2019-03..2019-05',
  },
  {
    kind: 'text',
    name: 'name',
    aliases: ['author', 'username', 'user', 'poster'],
    description: 'with the word or "phrase" in the poster\'s name',
    example: 'name:moot',
  },
  {
    kind: 'exact',
    name: 'trip',
    aliases: ['tripcode'],
    description: 'signed with this tripcode',
    example: 'trip:!Ep8pui8Vw2',
  },
  {
    kind: 'exact',
    name: 'id',
    aliases: ['uid', 'posterid', 'poster-id', 'poster_id'],
    description: 'of the poster with this id in the thread',
    example: 'id:ZcZ1gRnS',
  },
  {
    kind: 'exact',
    name: 'email',
    aliases: ['mail'],
    description: 'with exactly this in the email field',
    example: 'email:sage',
  },
  {
    kind: 'exact',
    name: 'country',
    aliases: ['flag'],
    description: "under this country's flag, by code or English name",
    example: 'country:DE,AT',
  },
  {
    kind: 'exact',
    name: 'capcode',
    aliases: ['cap'],
    description: 'of the staff of this rank',
    example: 'capcode:mod',
    values: ['mod', 'admin', 'dev', 'manager', 'founder', 'verified'],
  },
  {
    kind: 'text',
    name: 'file',
    aliases: ['filename', 'file.name'],
    description: 'whose file has the word or "phrase" in its name',
    example: 'file:wallpaper',
  },
  {
    kind: 'exact',
    name: 'ext',
    aliases: ['filetype', 'extension'],
    description: 'whose file is of this type',
    example: 'ext:webm,mp4',
  },
  {
    kind: 'exact',
    name: 'md5',
    aliases: ['hash'],
    description: 'with exactly this file, by its MD5 in base64 or hex',
    example: 'md5:1B2M2Y8AsgTpgAmY7PhCfg==',
  },
  {
    kind: 'exact',
    name: 'sha256',
    aliases: ['sha'],
    description: 'with exactly this file, by its SHA-256 in hex or base64',
    example: 'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  },
  {
    kind: 'number',
    name: 'width',
    aliases: [],
    description: 'whose picture is so many pixels wide',
    example: 'width:>=1920',
  },
  {
    kind: 'number',
    name: 'height',
    aliases: [],
    description: 'whose picture is so many pixels high',
    example: 'height:1080',
  },
  {
    kind: 'number',
    name: 'size',
    aliases: ['filesize'],
    description: 'whose file has so many bytes, kb, mb, gb, kib, mib or gib',
    example: 'size:1mb..5mb',
  },
  {
    kind: 'number',
    name: 'length',
    aliases: ['comment.length', 'len'],
    description: 'whose comment has so many characters',
    example: 'length:>2000',
  },
  {
    kind: 'number',
    name: 'subject.length',
    aliases: ['title.length'],
    description: 'whose subject has so many characters',
    example: 'subject.length:<10',
  },
  {
    kind: 'number',
    name: 'replies',
    aliases: [],
    description: 'that open a thread with so many replies',
    example: 'replies:>100',
  },
  {
    kind: 'number',
    name: 'images',
    aliases: [],
    description: 'that open a thread with so many files',
    example: 'images:>50',
  },
  {
    kind: 'number',
    name: 'posters',
    aliases: ['ips'],
    description: 'that open a thread with so many posters',
    example: 'posters:>100',
  },
  {
    kind: 'number',
    name: 'num',
    aliases: ['post', 'number'],
    description: 'with this number, or with numbers in this range',
    example: 'num:51971506',
  },
  {
    kind: 'number',
    name: 'thread',
    aliases: ['tnum'],
    description: 'in the thread with this number',
    example: 'thread:51971506',
  },
  {
    kind: 'quote',
    name: 'quotes',
    aliases: ['quote'],
    description: 'that quote the post with this number',
    example: 'quotes:g/51971506',
  },
  {
    kind: 'quote',
    name: 'quoted-by',
    aliases: ['quotedby', 'quoted_by'],
    description: 'that the post with this number quotes',
    example: 'quoted-by:51971506',
  },
  {
    kind: 'exact',
    name: 'domain',
    aliases: ['site'],
    description: 'with a link to this host',
    example: 'domain:github.com',
  },
  {
    kind: 'number',
    name: 'since4pass',
    aliases: [],
    description: 'whose poster shows a pass of this year',
    example: 'since4pass:2017',
  },
  {
    kind: 'sort',
    name: 'sort',
    aliases: ['order'],
    description: 'begins with the newest, the oldest or the best match',
    example: 'sort:relevance',
    values: SORT_VALUES,
  },
  {
    kind: 'group',
    name: 'group',
    aliases: [],
    description: 'shows one post of each thread',
    example: 'group:thread',
    values: GROUP_VALUES,
  },
];

const BY_NAME: ReadonlyMap<string, Field> = new Map(
  FIELDS.flatMap((field) => [field.name, ...field.aliases].map((name) => [name, field])),
);

/** By its name or an alias, in any case of letters. */
export function fieldNamed(name: string): Field | null {
  return BY_NAME.get(name.toLowerCase()) ?? null;
}

/** Names and aliases. */
export const FIELD_WORDS: readonly string[] = [...BY_NAME.keys()];

/** Kinds whose value is a list: a comma parts one value from the next. */
export function takesList(kind: FieldKind): boolean {
  return kind === 'board' || kind === 'is' || kind === 'has' || kind === 'exact';
}
