/** The meaning of HTML elements in comments: which token an element becomes. */
import type { TextStyle } from './tokens.ts';

/** Elements whose whole content becomes one text, including markup. */
export type RawMeaning = 'anchor' | 'code' | 'deadlink' | 'equation' | 'exif' | 'fortune' | 'math';

/** Elements whose content becomes child tokens. */
export type GroupMeaning = 'dice' | 'greentext' | 'note' | 'notice' | 'sjis' | 'spoiler' | TextStyle;

/** The content of `plain` elements is read as if the element were not there. */
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
  // Used by 4chan and by descendants of vichan.
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

/** Tags whose meaning depends on the class or the style. */
const CLASSED = new Set(['div', 'font', 'p', 'span', 'table']);

/** The first match counts: an old deadlink has the classes `quote deadlink`. */
const BY_CLASS: readonly (readonly [string, Meaning])[] = [
  ['deadlink', 'deadlink'],
  ['quote', 'greentext'],
  ['unkfunc', 'greentext'],
  ['spoiler', 'spoiler'],
  ['sjis', 'sjis'],
  ['math', 'math'],
  ['fortune', 'fortune'],
  ['exif', 'exif'],
  // Used by descendants of vichan.
  ['diceroll', 'dice'],
  ['dice', 'dice'],
  ['public_ban', 'notice'],
  ['public_warning', 'notice'],
  ['abbr', 'note'],
  ['capcodeReplies', 'small'],
  ['heading', 'heading'],
  // Used on quest boards.
  ['mu-s', 'bold'],
  ['mu-i', 'italic'],
  ['mu-r', 'red'],
  ['mu-g', 'green'],
  ['mu-b', 'blue'],
];

const BY_ONE_CLASS: ReadonlyMap<string, Meaning> = new Map(BY_CLASS);

/** Classes of paragraphs for single lines, on boards descended from infinity. TokenBuilder handles `empty`. */
const LINE_CLASSES = new Set(['body-line', 'ltr', 'rtl', 'empty']);

/** Returns the element's meaning, or null for an unknown element. */
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

/** Returns the name under which unknown markup is counted: `tag.class`, or `tag[style]` for an element without a class. */
export function nameOf(element: Element): string {
  const classes = classesOf(element);
  if (classes.length > 0) return [element.tag, ...classes].join('.').slice(0, MAX_NAME);
  return `${element.tag.slice(0, MAX_NAME)}${element.style === '' ? '' : '[style]'}`;
}

const MAX_NAME = 64;
/** Styles are cut to this length, which limits the time of the patterns. */
const MAX_STYLE = 1024;

/** Returns the element's classes, in order. */
export function classesOf(element: Element): readonly string[] {
  const { className } = element;
  if (className === '') return [];
  return /\s/.test(className) ? className.split(/\s+/).filter((name) => name !== '') : [className];
}

/** Staff may write any HTML. Recognises those styles that change how a reader understands the text. */
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

/** Returns the colour of a fortune as `#rrggbb`, or null. */
export function colorOf(element: Element): string | null {
  return /(?:^|[;\s])color:\s*(#[0-9a-f]{6})(?:[;\s]|$)/i.exec(element.style)?.[1]?.toLowerCase() ?? null;
}

/** Tags of elements that occupy lines of their own. */
export const BLOCK_TAGS: ReadonlySet<string> = new Set(
  'address article aside blockquote center dd details div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p section table td th tr ul'.split(
    ' ',
  ),
);

/** Tags that start or end a cell or a row of a table. */
export const TABLE_TAGS: ReadonlySet<string> = new Set(['table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr']);

/** Tags without content and end tag. */
export const VOID_TAGS: ReadonlySet<string> = new Set(
  'area base basefont br col embed frame hr img input link meta param source track wbr'.split(' '),
);
