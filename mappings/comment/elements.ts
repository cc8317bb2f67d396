import type { TextStyle } from './tokens.ts';

/** Its content is one text, whatever markup is in it. */
export type RawMeaning = 'anchor' | 'code' | 'deadlink' | 'equation' | 'exif' | 'fortune' | 'math';

/** Its content is tokens again. */
export type GroupMeaning = 'greentext' | 'note' | 'notice' | 'sjis' | 'spoiler' | TextStyle;

/** `plain` means nothing of its own: its content stands as if it were not there. */
export type Meaning = 'plain' | RawMeaning | GroupMeaning;

const RAW: ReadonlySet<string> = new Set<RawMeaning>([
  'anchor',
  'code',
  'deadlink',
  'equation',
  'exif',
  'fortune',
  'math',
]);

export function isRaw(meaning: Meaning): meaning is RawMeaning {
  return RAW.has(meaning);
}

export interface Element {
  readonly tag: string;
  readonly className: string;
  readonly style: string;
  readonly href: string;
  readonly alt: string;
}

const BY_TAG: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ['a', 'anchor'],
  ['b', 'bold'],
  ['big', 'big'],
  ['br', 'plain'],
  ['center', 'plain'],
  ['code', 'code'],
  ['del', 'strike'],
  ['em', 'italic'],
  ['hr', 'plain'],
  ['i', 'italic'],
  ['ins', 'underline'],
  ['pre', 'code'],
  // On 4chan, and on vichan's children that took it over.
  ['s', 'spoiler'],
  ['small', 'small'],
  ['strike', 'strike'],
  ['strong', 'bold'],
  ['sub', 'sub'],
  ['sup', 'sup'],
  ['tbody', 'plain'],
  ['td', 'plain'],
  ['tr', 'plain'],
  ['u', 'underline'],
  ['wbr', 'plain'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((tag): [string, Meaning] => [tag, 'heading']),
]);

/** On these tags the class or the style says what is meant. */
const CLASSED = new Set(['div', 'font', 'p', 'span', 'table']);

/** First come, first served: an old deadlink has the classes `quote deadlink`. */
const BY_CLASS: readonly (readonly [string, Meaning])[] = [
  ['deadlink', 'deadlink'],
  ['quote', 'greentext'],
  ['unkfunc', 'greentext'],
  ['spoiler', 'spoiler'],
  ['sjis', 'sjis'],
  ['math', 'math'],
  ['fortune', 'fortune'],
  ['exif', 'exif'],
  ['abbr', 'note'],
  ['capcodeReplies', 'small'],
  ['heading', 'heading'],
  // Quest boards.
  ['mu-s', 'bold'],
  ['mu-i', 'italic'],
  ['mu-r', 'red'],
  ['mu-g', 'green'],
  ['mu-b', 'blue'],
];

const BY_ONE_CLASS: ReadonlyMap<string, Meaning> = new Map(BY_CLASS);

/** One paragraph a line, on boards that came from infinity; `empty` is handled where lines are made. */
const LINE_CLASSES = new Set(['body-line', 'ltr', 'rtl', 'empty']);

/** What the element means, or null where it means nothing that is known here. */
export function meaningOf(element: Element): Meaning | null {
  const { tag } = element;
  const style = element.style.slice(0, MAX_STYLE);
  const byTag = BY_TAG.get(tag);
  if (byTag) return byTag === 'bold' && isRed(style) ? 'notice' : byTag;
  if (!CLASSED.has(tag)) return null;
  const classes = classesOf(element);
  const [only = ''] = classes;
  const byClass = classes.length > 1 ? BY_CLASS.find(([name]) => classes.includes(name))?.[1] : BY_ONE_CLASS.get(only);
  if (byClass) return byClass === 'math' && tag === 'div' ? 'equation' : byClass;
  if (classes.some((name) => !LINE_CLASSES.has(name)) || tag === 'table') return null;
  return style === '' || tag === 'font' ? 'plain' : meaningOfStyle(style);
}

/** For the count of unknown markup: `tag.class`, or `tag[style]` where only a style says more. */
export function nameOf(element: Element): string {
  const classes = classesOf(element);
  if (classes.length > 0) return [element.tag, ...classes].join('.').slice(0, MAX_NAME);
  return `${element.tag.slice(0, MAX_NAME)}${element.style === '' ? '' : '[style]'}`;
}

const MAX_NAME = 64;
/** Longer styles are cut: the patterns above look for a few words and need not read a book. */
const MAX_STYLE = 1024;

export function classesOf(element: Element): readonly string[] {
  const { className } = element;
  if (className === '') return [];
  return /\s/.test(className) ? className.split(/\s+/).filter((name) => name !== '') : [className];
}

/** Staff may write any HTML. Of its styles those are kept that a reader would miss. */
function meaningOfStyle(style: string): Meaning | null {
  if (/border:[^;]*dashed/i.test(style)) return 'notice';
  const bold = /font-weight:\s*(?:bold|[6-9]00)/i.test(style);
  const size = /font-size:\s*(?:(smaller|small)|(larger|large)|(\d{1,4})%)/i.exec(style);
  const percent = Number(size?.[3] ?? 100);
  if (size?.[2] || percent > 100) return bold ? 'heading' : 'big';
  if (bold) return 'bold';
  if (size?.[1] || percent < 100) return 'small';
  return /font-style:\s*italic/i.test(style) ? 'italic' : null;
}

function isRed(style: string): boolean {
  return /(?:^|[;\s])color:\s*(?:red|#f00|#ff0000)(?:[;\s]|$)/i.test(style);
}

/** The colour of a fortune as `#rrggbb`, or null. */
export function colorOf(element: Element): string | null {
  return /(?:^|[;\s])color:\s*(#[0-9a-f]{6})(?:[;\s]|$)/i.exec(element.style)?.[1]?.toLowerCase() ?? null;
}

/** Stands on lines of its own. */
export const BLOCK_TAGS: ReadonlySet<string> = new Set(
  'address article aside blockquote center dd details div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p section table td th tr ul'.split(
    ' ',
  ),
);

/** Where a cell or a row of a table starts or ends. */
export const TABLE_TAGS: ReadonlySet<string> = new Set(['table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr']);

/** Has no content and no end tag. */
export const VOID_TAGS: ReadonlySet<string> = new Set(
  'area base basefont br col embed frame hr img input link meta param source track wbr'.split(' '),
);
