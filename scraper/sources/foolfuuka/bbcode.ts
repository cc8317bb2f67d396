/** Asagi's text of a comment → HTML as 4chan writes it: what was made of that HTML once is made again. */

export interface LinkContext {
  /** The archive's name for the board, and ours. */
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
/** Their content is text, whatever stands in it. */
const RAW = new Set(['code', 'math', 'eqn']);

const TAG = /\[(\/?)([a-z]{1,8})(?:(?: color)?="?(#?\w{1,12})"?)?(:lit)?\]/g;

interface Tag {
  readonly index: number;
  readonly end: number;
  readonly name: string;
  readonly argument: string | undefined;
}

/** A pair of tags becomes elements; a tag without its other half stays the text that it is. */
export function bbcodeToHtml(text: string, context: LinkContext): string {
  const marks = markup(text);
  const writer = new HtmlWriter(context);
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

/** By place. A closing tag ends the innermost of its kind; what was opened inside and is still open is text. */
function markup(text: string): Map<number, Mark> {
  const marks = new Map<number, Mark>();
  const open: Tag[] = [];
  const count = new Map<string, number>();
  let raw: string | null = null;
  const lastClose = new Map([...RAW].map((name) => [name, text.lastIndexOf(`[/${name}]`)]));
  for (const match of text.matchAll(TAG)) {
    const [whole, slash, name = '', argument, literal] = match;
    const end = match.index + whole.length;
    if (raw !== null && (slash === '' || name !== raw)) continue;
    if (literal !== undefined) {
      marks.set(match.index, { kind: 'literal', end, text: whole.replace(':lit', '') });
    } else if (!Object.hasOwn(TAGS, name)) {
      continue;
    } else if (slash === '') {
      // Past the end of a comment there is nothing to close it: then it is no code, and what follows it is read again.
      if (RAW.has(name)) {
        if ((lastClose.get(name) ?? -1) < end) continue;
        raw = name;
      }
      open.push({ index: match.index, end, name, argument });
      count.set(name, (count.get(name) ?? 0) + 1);
    } else if ((count.get(name) ?? 0) > 0) {
      let start = open.pop();
      while (start !== undefined) {
        count.set(start.name, (count.get(start.name) ?? 1) - 1);
        if (start.name === name) break;
        start = open.pop();
      }
      if (start === undefined) continue;
      marks.set(start.index, { kind: 'open', end: start.end, name, argument: start.argument });
      marks.set(match.index, { kind: 'close', end, name });
      raw = null;
    }
  }
  return new Map([...marks].sort(([a], [b]) => a - b));
}

class HtmlWriter {
  readonly #context: LinkContext;
  readonly #html: string[] = [];
  #atLineStart = true;
  #raw = false;
  /** Elements opened inside the line of greentext; null outside of one. */
  #inQuote: number | null = null;

  constructor(context: LinkContext) {
    this.#context = context;
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
    this.#html.push(openingOf(name, argument));
  }

  close(name: string): void {
    // What was opened before the line of greentext ends outside of it.
    if (this.#inQuote === 0) this.#endQuote();
    else if (this.#inQuote !== null) this.#inQuote--;
    if (RAW.has(name)) this.#raw = false;
    this.#html.push(TAGS[name]?.[1] ?? '');
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
      this.#html.push(escape(line));
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
    const pieces: string[] = [];
    let done = 0;
    for (const match of line.matchAll(/>>(?:>\/([a-z0-9]{1,16})\/)?(\d{1,16})/g)) {
      const [text, board, digits] = match;
      const num = Number(digits);
      if (!Number.isSafeInteger(num)) continue;
      pieces.push(escape(line.slice(done, match.index)), this.#link(text, board ?? null, num));
      done = match.index + text.length;
    }
    pieces.push(escape(line.slice(done)));
    return pieces.join('');
  }

  #link(text: string, board: string | null, num: number): string {
    const { has, threadOf } = this.#context;
    if (board === null && has(num)) return `<a href="#p${num}" class="quotelink">${escape(text)}</a>`;
    const thread = threadOf(board ?? this.#context.board, num);
    if (thread === null) return `<span class="deadlink">${escape(text)}</span>`;
    const here = board === null || board === this.#context.board;
    const at = `/${here ? this.#context.ownBoard : board}/thread/${thread}#p${num}`;
    return `<a href="${escape(at)}" class="quotelink">${escape(text)}</a>`;
  }
}

function openingOf(name: string, argument: string | undefined): string {
  if (name === 'fortune' && argument !== undefined && /^#[0-9a-f]{3,6}$/i.test(argument)) {
    return `<span class="fortune" style="color:${argument}">`;
  }
  const color = name === 'qstcolor' ? QUEST_COLORS[argument ?? ''] : undefined;
  return color === undefined ? (TAGS[name]?.[0] ?? '') : `<span class="${color}">`;
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#039;');
}
