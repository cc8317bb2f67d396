/** Converts a comment in Asagi's BBCode to the HTML of 4chan from which Asagi derived it. */
import { escapeHtml } from './print-html.ts';

export interface LinkContext {
  /** The board's name in the other archive, and in this one. */
  readonly board: string;
  readonly ownBoard: string;
  readonly has: (num: number) => boolean;
  readonly threadOf: (board: string, num: number) => number | null;
}

const TAGS: Readonly<Record<string, readonly [open: string, close: string]>> = {
  b: ['<b>', '</b>'],
  i: ['<i>', '</i>'],
  u: ['<u>', '</u>'],
  s: ['<strike>', '</strike>'],
  sub: ['<sub>', '</sub>'],
  sup: ['<sup>', '</sup>'],
  spoiler: ['<s>', '</s>'],
  code: ['<pre class="prettyprint">', '</pre>'],
  shiftjis: ['<span class="sjis">', '</span>'],
  math: ['<span class="math">', '</span>'],
  eqn: ['<div class="math">', '</div>'],
  banned: ['<strong style="color: red;">', '</strong>'],
  moot: ['<div style="padding: 5px;margin-left: .5em;border: 2px dashed rgba(255,0,0,.1)">', '</div>'],
  fortune: ['<span class="fortune">', '</span>'],
  qstcolor: ['<span>', '</span>'],
};
const QUEST_COLORS: Readonly<Record<string, string>> = { red: 'mu-r', green: 'mu-g', blue: 'mu-b' };
/** The content of these tags is text without markup. */
const RAW = new Set(['code', 'math', 'eqn']);

/** HTML that some scrapers left in the text because they had no tag for it. */
const HTML_TAGS: Readonly<Record<string, readonly [open: string, close: string]>> = {
  '<span': ['<span>', '</span>'],
  '<b': ['<b>', '</b>'],
  '<strong': ['<strong>', '</strong>'],
  '<i': ['<i>', '</i>'],
  '<em': ['<em>', '</em>'],
  '<u': ['<u>', '</u>'],
};
const SPAN_CLASSES = new Set(['mu-s', 'mu-i', 'mu-r', 'mu-g', 'mu-b', 'sjis', 'spoiler']);

/**
 * The HTML in the text that counts as markup. `spans`: `<span>` with the classes that the source uses. `staff`: also `<b>`, `<i>` and the
 * like, which posters type as text but staff use.
 */
export type RawMarkup = 'none' | 'spans' | 'staff';

const TAG =
  /\[(\/?)([a-z]{1,8})(?:(?: color)?="?(#?\w{1,12})"?)?(:lit)?\]|<(\/?)(span|b|strong|i|em|u)(?: class="([\w-]{1,16})")?>/g;

interface Tag {
  readonly index: number;
  readonly end: number;
  readonly name: string;
  readonly argument: string | undefined;
}

/** A pair of tags becomes an element; a tag without its counterpart stays text. */
export function bbcodeToHtml(
  text: string,
  context: LinkContext,
  { rawMarkup }: { readonly rawMarkup: RawMarkup } = { rawMarkup: 'none' },
): string {
  return write(rawMarkup === 'none' || !text.includes('[') ? text : text.replaceAll(FORTUNE, ''), context, rawMarkup);
}

/** Asagi moved the line breaks, which the source writes inside the element, before it. */
const FORTUNE = /\n\n(?=\[fortune color="#[0-9a-f]{3,6}"\][^[]*\[\/fortune\])/gi;

function write(text: string, context: LinkContext, rawMarkup: RawMarkup): string {
  const marks = markup(text, rawMarkup);
  const writer = new HtmlWriter(context, rawMarkup !== 'none');
  let done = 0;
  for (const [index, mark] of marks) {
    writer.text(text.slice(done, index));
    if (mark.kind === 'open') writer.open(mark.name, mark.argument);
    else if (mark.kind === 'close') writer.close(mark.name);
    else writer.text(mark.text);
    done = mark.end;
  }
  writer.text(text.slice(done));
  return writer.end();
}

type Mark =
  | { readonly kind: 'open'; readonly end: number; readonly name: string; readonly argument: string | undefined }
  | { readonly kind: 'close'; readonly end: number; readonly name: string }
  | { readonly kind: 'literal'; readonly end: number; readonly text: string };

/** A tag with its position in the text. */
interface Found extends Tag {
  readonly isClosing: boolean;
  readonly isLiteral: boolean;
}

function readTag(match: RegExpExecArray, rawMarkup: RawMarkup): Found | null {
  const [whole, slash, name, argument, literal, htmlSlash, element, className] = match;
  const place = { index: match.index, end: match.index + whole.length };
  if (element === undefined) {
    if (name === undefined) return null;
    return { ...place, name, argument, isClosing: slash !== '', isLiteral: literal !== undefined };
  }
  if (rawMarkup === 'none' || (element !== 'span' && rawMarkup !== 'staff')) return null;
  const isClosing = htmlSlash !== '';
  const isOfSource = element === 'span' && !isClosing ? SPAN_CLASSES.has(className ?? '') : className === undefined;
  return isOfSource ? { ...place, name: `<${element}`, argument: className, isClosing, isLiteral: false } : null;
}

const NO_MARKS: ReadonlyMap<number, Mark> = new Map();

/** Marks by offset. A closing tag closes the innermost open tag of its name; tags that are still open inside stay text. */
function markup(text: string, rawMarkup: RawMarkup): ReadonlyMap<number, Mark> {
  if (!/[[<]/.test(text)) return NO_MARKS;
  const marks = new Map<number, Mark>();
  const open: Tag[] = [];
  const count = new Map<string, number>();
  const isOpen = (name: string): boolean => (count.get(name) ?? 0) > 0;
  let raw: string | null = null;
  const lastClose = new Map([...RAW].map((name) => [name, text.lastIndexOf(`[/${name}]`)]));
  for (const match of text.matchAll(TAG)) {
    const tag = readTag(match, rawMarkup);
    if (tag === null) continue;
    const { index, end } = tag;
    // Asagi marked typed tags before it read any markup, also in code.
    const isLiteralInRaw = raw !== null && tag.isLiteral && rawMarkup !== 'none';
    if (raw !== null && !isLiteralInRaw && (!tag.isClosing || tag.name !== raw)) continue;
    // Asagi 1.0 turned every closing span into a closing spoiler.
    const isOfSpan = rawMarkup !== 'none' && tag.name === 'spoiler' && !isOpen('spoiler') && isOpen('<span');
    const name = isOfSpan ? '<span' : tag.name;
    if (tag.isLiteral) {
      marks.set(index, { kind: 'literal', end, text: match[0].replace(':lit', '') });
    } else if (tagPair(name) === null) {
      continue;
    } else if (!tag.isClosing) {
      // Without a closing tag later in the comment this is plain text, and markup in it is parsed.
      if (RAW.has(name)) {
        if ((lastClose.get(name) ?? -1) < end) continue;
        raw = name;
      }
      open.push(tag);
      count.set(name, (count.get(name) ?? 0) + 1);
    } else if (isOpen(name)) {
      let start = open.pop();
      while (start !== undefined) {
        count.set(start.name, (count.get(start.name) ?? 1) - 1);
        if (start.name === name) break;
        start = open.pop();
      }
      if (start === undefined) continue;
      marks.set(start.index, { kind: 'open', end: start.end, name, argument: start.argument });
      marks.set(index, { kind: 'close', end, name });
      raw = null;
    }
  }
  return new Map([...marks].sort(([a], [b]) => a - b));
}

function tagPair(name: string): readonly [open: string, close: string] | null {
  if (Object.hasOwn(TAGS, name)) return TAGS[name] ?? null;
  return Object.hasOwn(HTML_TAGS, name) ? (HTML_TAGS[name] ?? null) : null;
}

class HtmlWriter {
  readonly #context: LinkContext;
  readonly #html: string[] = [];
  readonly #fortune: readonly [open: string, close: string];
  #atLineStart = true;
  #raw = false;
  /** Number of elements opened inside the greentext line; null outside of one. */
  #inQuote: number | null = null;

  constructor(context: LinkContext, hasBreaksInFortune: boolean) {
    this.#context = context;
    this.#fortune = hasBreaksInFortune ? ['<br><br><b>', '</b>'] : ['', ''];
  }

  text(text: string): void {
    for (const [index, line] of text.replaceAll('\r\n', '\n').split('\n').entries()) {
      if (index > 0) this.#newLine();
      if (line !== '') this.#line(line);
    }
  }

  open(name: string, argument: string | undefined): void {
    if (this.#inQuote !== null) this.#inQuote++;
    if (RAW.has(name)) this.#raw = true;
    this.#html.push(openingOf(name, argument), name === 'fortune' ? this.#fortune[0] : '');
  }

  close(name: string): void {
    // An element that was opened before the greentext line closes outside of it.
    if (this.#inQuote === 0) this.#endQuote();
    else if (this.#inQuote !== null) this.#inQuote--;
    if (RAW.has(name)) this.#raw = false;
    this.#html.push(name === 'fortune' ? this.#fortune[1] : '', tagPair(name)?.[1] ?? '');
  }

  end(): string {
    this.#endQuote();
    return this.#html.join('');
  }

  #newLine(): void {
    this.#endQuote();
    this.#html.push('<br>');
    this.#atLineStart = true;
  }

  #line(line: string): void {
    if (this.#raw) {
      this.#html.push(escapeHtml(line));
    } else {
      if (this.#atLineStart && /^>(?!>\d|>>\/)/.test(line)) {
        this.#html.push('<span class="quote">');
        this.#inQuote = 0;
      }
      this.#html.push(this.#linked(line));
    }
    this.#atLineStart = false;
  }

  #endQuote(): void {
    if (this.#inQuote === null) return;
    this.#html.push('</span>');
    this.#inQuote = null;
  }

  #linked(line: string): string {
    if (!line.includes('>>')) return escapeHtml(line);
    const pieces: string[] = [];
    let done = 0;
    for (const match of line.matchAll(/>>(?:>\/([a-z0-9]{1,16})\/)?(\d{1,16})/g)) {
      const [text, board, digits] = match;
      const num = Number(digits);
      if (!Number.isSafeInteger(num)) continue;
      pieces.push(escapeHtml(line.slice(done, match.index)), this.#link(text, board ?? null, num));
      done = match.index + text.length;
    }
    pieces.push(escapeHtml(line.slice(done)));
    return pieces.join('');
  }

  #link(text: string, board: string | null, num: number): string {
    const { has, threadOf } = this.#context;
    if (board === null && has(num)) return `<a href="#p${num}" class="quotelink">${escapeHtml(text)}</a>`;
    const thread = threadOf(board ?? this.#context.board, num);
    if (thread === null) return `<span class="deadlink">${escapeHtml(text)}</span>`;
    const here = board === null || board === this.#context.board;
    const at = `/${here ? this.#context.ownBoard : board}/thread/${thread}#p${num}`;
    return `<a href="${escapeHtml(at)}" class="quotelink">${escapeHtml(text)}</a>`;
  }
}

function openingOf(name: string, argument: string | undefined): string {
  if (name === 'fortune' && argument !== undefined && /^#[0-9a-f]{3,6}$/i.test(argument)) {
    return `<span class="fortune" style="color:${argument}">`;
  }
  if (name === '<span' && argument !== undefined) return `<span class="${argument}">`;
  const color = name === 'qstcolor' ? QUEST_COLORS[argument ?? ''] : undefined;
  return color === undefined ? (tagPair(name)?.[0] ?? '') : `<span class="${color}">`;
}

const THREAD_LINK = /href="[^"]*?\/([\w-]{1,32})\/(?:thread\/(\d{1,16})\/#q?|post\/)(\d{1,16})/g;

/**
 * The threads that the archive's HTML of a comment links to: (board, post) → thread. The comment's text names only the post; the
 * archive's HTML also names its thread.
 */
export function linkedThreads(html: string): (board: string, num: number) => number | null {
  const threads = new Map<string, number>();
  for (const [, board, thread, num] of html.matchAll(THREAD_LINK)) {
    if (thread !== undefined && Number.isSafeInteger(Number(thread))) threads.set(`${board}/${num}`, Number(thread));
  }
  return (board, num) => threads.get(`${board}/${num}`) ?? null;
}
