/** Reads Markdown into a tree that pages render as elements. HTML becomes text, and only safe links are links. */
import { decodeHTML } from 'entities';
import { lexer, type MarkedToken, type Token, type Tokens } from 'marked';
import type { PageNode } from '../contract/page-node.ts';
import { MAX_DEPTH, MAX_MARKS } from '../page-names.ts';

export interface MarkdownText {
  /** The heading that begins the text. `content` does not contain it. */
  readonly title: string | null;
  readonly content: readonly PageNode[];
  /** The first thing for which a new text is refused. */
  readonly problem: MarkdownProblem | null;
}

export interface MarkdownProblem {
  readonly line: number;
  /** A sentence. */
  readonly detail: string;
}

export function readMarkdown(markdown: string): MarkdownText {
  const lines = markdown.replaceAll(/\r\n?/g, '\n').split('\n');
  const costly = costlyPart(lines);
  if (costly !== null) return { title: null, content: [paragraphOf(markdown)], problem: costly };
  const reader = new Reader();
  let line = 1;
  const content = (lexer(lines.join('\n')) as MarkedToken[]).flatMap((token) => {
    reader.enter(token.raw, line);
    line += token.raw.split('\n').length - 1;
    return reader.blockOf(token, 0);
  });
  const [first, ...rest] = content;
  const hasTitle = first?.kind === 'heading' && reader.startsWithTitle;
  return {
    title: hasTitle ? plainText(first) : null,
    content: hasTitle ? rest : content,
    problem: reader.problem,
  };
}

/** The lexer recurses into lists and quotes, and the time that it needs for a paragraph is quadratic in the marks. */
function costlyPart(lines: readonly string[]): MarkdownProblem | null {
  let marks = 0;
  for (const [place, line] of lines.entries()) {
    if (markersOf(line) > MAX_DEPTH) return tooDeep(place + 1);
    marks = line.trim() === '' ? 0 : marks + (line.match(/[*_~`[\]]/g)?.length ?? 0);
    if (marks > MAX_MARKS)
      return { line: place + 1, detail: `A paragraph may have ${MAX_MARKS} marks such as * and _. Divide it.` };
  }
  return null;
}

/** Markers of lists and quotes at the beginning of a line. */
function markersOf(line: string): number {
  const [markers = ''] = /^(?:\s*(?:>|[-*+](?=\s)|\d{1,9}[.)](?=\s)))*/.exec(line) ?? [];
  return markers.match(/>|[-*+]|[.)]/g)?.length ?? 0;
}

const tooDeep = (line: number): MarkdownProblem => ({
  line,
  detail: `Lists and quotes may be ${MAX_DEPTH} levels deep.`,
});

const paragraphOf = (text: string): PageNode => ({ kind: 'paragraph', children: [{ kind: 'text', text }] });

class Reader {
  problem: MarkdownProblem | null = null;
  /** Whether the first block is a heading of the first level. */
  startsWithTitle = false;
  readonly #ids = new Map<string, number>();
  #isFirst = true;
  /** The text of the current block at the top level, and its first line. */
  #raw = '';
  #line = 1;

  enter(raw: string, line: number): void {
    this.#raw = raw;
    this.#line = line;
  }

  blockOf(token: MarkedToken, depth: number): readonly PageNode[] {
    if (token.type === 'space' || token.type === 'def') return [];
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    if (depth > MAX_DEPTH) {
      this.#refuse(tooDeep(this.#line));
      return [paragraphOf(token.raw)];
    }
    switch (token.type) {
      case 'heading':
        if (isFirst) this.startsWithTitle = token.depth === 1;
        return [this.#heading(token)];
      case 'paragraph':
        return [{ kind: 'paragraph', children: this.#inline(token.tokens) }];
      case 'text':
        return this.#inline(token.tokens ?? [token]);
      case 'list': {
        const { ordered, start, items } = token;
        const children = items.map((item): PageNode => ({ kind: 'item', children: this.#blocks(item.tokens, depth) }));
        return [{ kind: 'list', ordered, start: start === '' ? 1 : start, children }];
      }
      case 'blockquote':
        return [{ kind: 'quote', children: this.#blocks(token.tokens, depth) }];
      case 'code':
        return [{ kind: 'code-block', text: token.text }];
      case 'table':
        return [this.#table(token)];
      case 'hr':
        return [{ kind: 'rule' }];
      case 'html':
        return [paragraphOf(token.raw.trim())];
      case 'br':
      case 'checkbox':
      case 'codespan':
      case 'del':
      case 'em':
      case 'escape':
      case 'image':
      case 'link':
      case 'list_item':
      case 'strong':
        return this.#inline([token]);
    }
  }

  #blocks(tokens: readonly Token[], depth: number): readonly PageNode[] {
    return (tokens as MarkedToken[]).flatMap((token) => this.blockOf(token, depth + 1));
  }

  #heading({ depth, tokens }: Tokens.Heading): PageNode {
    const children = this.#inline(tokens);
    const slug = slugOf(children.map(plainText).join(''));
    const number = (this.#ids.get(slug) ?? 0) + 1;
    this.#ids.set(slug, number);
    const level = depth <= 2 ? 2 : depth === 3 ? 3 : 4;
    return { kind: 'heading', level, id: anchorOf(number === 1 ? slug : `${slug}-${number}`), children };
  }

  #table({ header, rows }: Tokens.Table): PageNode {
    const row = (cells: readonly Tokens.TableCell[]): PageNode => ({
      kind: 'row',
      children: cells.map(({ tokens, header: head, align }) => ({
        kind: 'cell',
        head,
        align,
        children: this.#inline(tokens),
      })),
    });
    return { kind: 'table', children: [row(header), ...rows.map(row)] };
  }

  #inline(tokens: readonly Token[]): readonly PageNode[] {
    return (tokens as MarkedToken[]).flatMap((token): readonly PageNode[] => {
      switch (token.type) {
        case 'strong':
          return [{ kind: 'strong', children: this.#inline(token.tokens) }];
        case 'em':
          return [{ kind: 'emphasis', children: this.#inline(token.tokens) }];
        case 'del':
          return [{ kind: 'deleted', children: this.#inline(token.tokens) }];
        case 'link':
          return this.#link(token.href, this.#inline(token.tokens));
        case 'image':
          return this.#link(token.href, [{ kind: 'text', text: decodeHTML(token.text) || token.href }]);
        case 'codespan':
          return [{ kind: 'code', text: token.text }];
        case 'br':
          return [{ kind: 'break' }];
        case 'escape':
          return [{ kind: 'text', text: token.text }];
        case 'checkbox':
          return [{ kind: 'text', text: token.checked ? '☑ ' : '☐ ' }];
        case 'text':
          return token.tokens === undefined
            ? [{ kind: 'text', text: decodeHTML(token.text) }]
            : this.#inline(token.tokens);
        case 'blockquote':
        case 'code':
        case 'def':
        case 'heading':
        case 'hr':
        case 'html':
        case 'list':
        case 'list_item':
        case 'paragraph':
        case 'space':
        case 'table':
          return [{ kind: 'text', text: token.raw }];
      }
    });
  }

  /** An unsafe link becomes its text. */
  #link(written: string, children: readonly PageNode[]): readonly PageNode[] {
    const href = decodeHTML(written);
    if (href.startsWith('#')) return [{ kind: 'link', href: `#${anchorOf(slugOf(href.slice(1)))}`, children }];
    if (isSafe(href)) return [{ kind: 'link', href, children }];
    const before = this.#raw.slice(0, Math.max(0, this.#raw.indexOf(written)));
    this.#refuse({
      line: this.#line + before.split('\n').length - 1,
      detail: `The link "${href.slice(0, 100)}" is refused: links begin with https://, http://, mailto:, / or #.`,
    });
    return children;
  }

  #refuse(problem: MarkdownProblem): void {
    this.problem ??= problem;
  }
}

function isSafe(href: string): boolean {
  if (/[\0-\x20\x7f\\]/.test(href)) return false;
  if (href.startsWith('/')) return !href.startsWith('//');
  return /^(?:https?:\/\/|mailto:)./i.test(href) && URL.canParse(href);
}

/** Headings cannot take the ids of the page's own elements. */
const anchorOf = (slug: string) => `text-${slug}`;

function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
}

export function plainText(node: PageNode): string {
  if ('text' in node) return node.text;
  return 'children' in node ? node.children.map(plainText).join('') : ' ';
}
