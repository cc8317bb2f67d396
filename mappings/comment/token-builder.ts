import { BLOCK_TAGS, classesOf, colorOf, isRaw, meaningOf, nameOf, TABLE_TAGS, VOID_TAGS } from './elements.ts';
import type { Element, GroupMeaning, Meaning, RawMeaning } from './elements.ts';
import { deadlink, tokensOfAnchor } from './link-target.ts';
import { commentPlainText, isBlock } from './plain-text.ts';
import { RunWriter } from './run-writer.ts';
import { addRun, tokensOfRun } from './text-run.ts';
import type { CommentToken, ExifRow, ParsedComment } from './tokens.ts';

/**
 * Real comments nest up to four levels. Elements below this depth are dropped and their text is kept, so that code that
 * reads tokens may recurse, and the search for an open element takes a limited number of steps.
 */
export const MAX_DEPTH = 32;

/** The counts of a comment without unknown markup. */
export const NOTHING_UNKNOWN: ReadonlyMap<string, number> = new Map();

/** Elements that end where the next one of the same kind starts. */
const SIBLING_TAGS: ReadonlySet<string> = new Set(['p', 'li', 'dd', 'dt']);

interface OpenElement {
  readonly element: Element;
  readonly meaning: Meaning;
  /** The element's own child tokens, or, for a `plain` element, those of its parent. */
  readonly children: CommentToken[];
}

/** Builds a comment's tokens from its tags and texts in order. Accepts any wrong nesting. */
export class TokenBuilder {
  readonly #tokens: CommentToken[] = [];
  /** Created with the first count, because most comments have none. */
  #unknown: Map<string, number> | null = null;
  readonly #run = new RunWriter();
  readonly #open: OpenElement[] = [];
  #tooDeep = 0;
  /** The meaning of the open raw element. There is at most one. */
  #raw: RawMeaning | null = null;
  #exif: ExifTable | null = null;

  /** Adds text, with entities decoded. */
  text(text: string): void {
    if (this.#raw === 'code') this.#run.writeVerbatim(text);
    else this.#run.write(text);
  }

  /** Counts markup that has no token. */
  count(name: string): void {
    this.#unknown ??= new Map();
    this.#unknown.set(name, (this.#unknown.get(name) ?? 0) + 1);
  }

  /** Handles a start tag. */
  open(element: Element): void {
    const { tag } = element;
    if (tag === 'br') return this.#run.lineBreak();
    if (tag === 'wbr') return;
    if (tag === 'a' && this.#raw === 'anchor') this.close('a');
    if (SIBLING_TAGS.has(tag) && this.#open.at(-1)?.element.tag === tag) this.close(tag);
    this.#edge(tag);
    if (tag === 'p' && classesOf(element).includes('empty')) this.#run.emptyLine();

    const meaning = meaningOf(element);
    if (meaning === null) this.count(nameOf(element));
    // Keeps the name of a smiley's image.
    if (VOID_TAGS.has(tag)) return this.text(element.alt);
    if (this.#open.length < MAX_DEPTH) return this.#push(element, this.#raw ? 'plain' : (meaning ?? 'plain'));
    this.#tooDeep += 1;
    this.count('!depth');
  }

  /** Handles an end tag: closes the innermost open element of this name, with everything inside it. */
  close(tag: string): void {
    if (tag === 'br') return this.#run.lineBreak();
    if (this.#tooDeep > 0) {
      this.#tooDeep -= 1;
      return;
    }
    let depth = this.#open.length - 1;
    while (depth >= 0 && this.#open[depth]?.element.tag !== tag) depth -= 1;
    if (depth === -1) return;
    while (this.#open.length > depth) this.#pop();
  }

  /** Closes all open elements and returns the result. The builder cannot be used afterwards. */
  end(): ParsedComment {
    while (this.#open.length > 0) this.#pop();
    this.#flush(this.#tokens);
    return { tokens: this.#tokens, unknown: this.#unknown ?? NOTHING_UNKNOWN };
  }

  #edge(tag: string): void {
    if (this.#raw === 'exif' && TABLE_TAGS.has(tag)) this.#exif?.edge(tag, this.#run.take());
    else if (BLOCK_TAGS.has(tag)) this.#run.edge();
  }

  #push(element: Element, meaning: Meaning): void {
    const around = this.#childrenHere();
    if (meaning === 'plain') {
      this.#open.push({ element, meaning, children: around });
      return;
    }
    this.#run.settle();
    this.#flush(around);
    this.#open.push({ element, meaning, children: [] });
    if (isRaw(meaning)) this.#raw = meaning;
    if (meaning === 'exif') this.#exif = new ExifTable();
  }

  #pop(): void {
    const closed = this.#open.pop();
    if (!closed) return;
    const { element, meaning, children } = closed;
    this.#edge(element.tag);
    if (meaning === 'plain') return;
    const siblings = this.#childrenHere();
    for (const token of isRaw(meaning) ? this.#endRaw(element, meaning) : this.#endGroup(meaning, children)) {
      // The source separates its own additions from the post by blank lines, which the poster did not write.
      if (token.kind === 'exif' || token.kind === 'oekaki') dropLineEnds(siblings);
      siblings.push(token);
      if (isBlock(token)) this.#run.endBlock();
    }
  }

  #endGroup(meaning: GroupMeaning, children: CommentToken[]): readonly CommentToken[] {
    this.#flush(children);
    if (children.length === 0) return [];
    if (isPlainGroup(meaning)) return [{ kind: meaning, children }];
    if (meaning === 'bold' && this.#isAtStart() && DICE.test(commentPlainText(children))) {
      return [{ kind: 'dice', children }];
    }
    if (meaning === 'small' && startsWith(children, 'Oekaki Post')) return [{ kind: 'oekaki', children }];
    if (meaning !== 'note') return [{ kind: 'style', style: meaning, children }];
    // Drops the link that opens the EXIF table; other notes are kept.
    return startsWith(children, '[EXIF data available') ? [] : [{ kind: 'style', style: 'small', children }];
  }

  #endRaw(element: Element, meaning: RawMeaning): readonly CommentToken[] {
    const run = this.#run.take();
    this.#raw = null;
    const rows = this.#exif?.rows ?? [];
    if (meaning === 'exif') return rows.length > 0 ? [{ kind: 'exif', rows }] : [];
    if (run.trim() === '') return tokensOfRun(run);
    if (meaning === 'anchor') return tokensOfAnchor(element.href, run);
    if (meaning === 'deadlink') return [deadlink(run)];
    if (meaning === 'code') return [{ kind: 'code', text: run }];
    if (meaning === 'fortune') {
      return [{ kind: 'fortune', text: run.replaceAll('\n', ' ').trim(), color: colorOf(element) }];
    }
    return [{ kind: 'math', tex: run, display: meaning === 'equation' }];
  }

  /** Whether the element that has just ended is the first of the comment. */
  #isAtStart(): boolean {
    return this.#open.length === 0 && this.#tokens.length === 0;
  }

  #childrenHere(): CommentToken[] {
    return this.#open.at(-1)?.children ?? this.#tokens;
  }

  #flush(children: CommentToken[]): void {
    const run = this.#run.take();
    if (run !== '') addRun(children, run);
  }
}

/** 4chan writes the result of dice in bold before the comment. */
const DICE = /^rolled -?\d[\d ,+=-]*(?:\(\d+d\d+[^()]*\))?$/i;

type PlainGroup = Extract<GroupMeaning, 'dice' | 'greentext' | 'notice' | 'sjis' | 'spoiler'>;

function isPlainGroup(meaning: GroupMeaning): meaning is PlainGroup {
  return ['dice', 'greentext', 'notice', 'sjis', 'spoiler'].includes(meaning);
}

function dropLineEnds(tokens: CommentToken[]): void {
  while (tokens.at(-1)?.kind === 'break') tokens.pop();
}

function startsWith(tokens: readonly CommentToken[], text: string): boolean {
  return commentPlainText(tokens).startsWith(text);
}

/** Builds the rows of an EXIF table from its cells: a single cell with text is a heading, two are a name and a value. */
class ExifTable {
  readonly rows: ExifRow[] = [];
  #cells: string[] = [];

  /** Handles a start or end tag of the table. `text` is the text since the previous tag. */
  edge(tag: string, text: string): void {
    const cell = text.replace(/\s+/g, ' ').trim();
    if (cell !== '') this.#cells.push(cell);
    if (tag === 'td' || tag === 'th') return;
    const [name, ...values] = this.#cells;
    this.#cells = [];
    if (name !== undefined) this.rows.push({ name, value: values.length > 0 ? values.join(' ') : null });
  }
}
