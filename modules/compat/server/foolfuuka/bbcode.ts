/**
 * Tokens → `comment` as archives have stored it since Asagi: text with BBCode tags, the inverse of
 * `mappings/comment/bbcode.ts`. As in Asagi, EXIF tables and oekaki notes are left out: the field `exif` has them.
 */
import type { CommentToken, ParentToken, TextStyle } from '../../../../mappings/comment/tokens.ts';

/** null: the style does not have a tag, so only its text is written. */
const STYLE_TAGS: Readonly<Record<TextStyle, string | null>> = {
  bold: 'b',
  italic: 'i',
  underline: 'u',
  strike: 's',
  sub: 'sub',
  sup: 'sup',
  heading: 'b',
  small: null,
  big: null,
  red: 'qstcolor',
  green: 'qstcolor',
  blue: 'qstcolor',
};

/** A tag that a poster typed is marked as literal, as Asagi did. */
const WRITTEN_TAG =
  /\[\/?(?:b|i|u|s|sub|sup|spoiler|code|shiftjis|math|eqn|banned|moot|fortune|qstcolor)(?:(?: color)?="?#?\w{1,12}"?)?(?=\])/g;

export function bbcodeOf(tokens: readonly CommentToken[]): string {
  const writer = new Writer();
  for (const token of tokens) write(token, writer);
  return writer.text;
}

const WITHOUT_TAG = new Set<TextStyle>(['small', 'big', 'heading']);

/** True if the comment has markup that BBCode cannot express; the source's HTML is then sent beside it. */
export function losesMarkup(tokens: readonly CommentToken[]): boolean {
  return tokens.some((token) => {
    if (token.kind === 'exif' || token.kind === 'oekaki' || token.kind === 'boardlink') return true;
    if (token.kind === 'link') return token.text !== token.href;
    if (token.kind === 'style' && WITHOUT_TAG.has(token.style)) return true;
    return 'children' in token && losesMarkup(token.children);
  });
}

function write(token: CommentToken, to: Writer): void {
  switch (token.kind) {
    case 'text':
    case 'quotelink':
    case 'deadlink':
    case 'boardlink':
    case 'link':
      return to.add(token.text.includes('[') ? token.text.replace(WRITTEN_TAG, '$&:lit') : token.text);
    case 'break':
      return to.add('\n');
    case 'code':
      to.edge();
      to.add(raw('code', token.text));
      return to.edge();
    case 'math':
      return to.add(raw(token.display ? 'eqn' : 'math', token.tex));
    case 'fortune':
      to.edge();
      to.add(`[fortune${token.color === null ? '' : ` color="${token.color}"`}]${token.text}[/fortune]`);
      return to.edge();
    case 'exif':
    case 'oekaki':
      return undefined;
    case 'greentext':
    case 'spoiler':
    case 'style':
    case 'sjis':
    case 'notice':
    case 'dice':
      return enclose(token, to);
  }
}

function enclose(token: Exclude<ParentToken, { kind: 'oekaki' }>, to: Writer): void {
  const tag = tagOf(token);
  if (tag !== null) to.tag(token.kind === 'style' && tag === 'qstcolor' ? `[${tag}=${token.style}]` : `[${tag}]`);
  for (const child of token.children) write(child, to);
  if (tag !== null) to.end(`[/${tag}]`);
}

function tagOf(token: Exclude<ParentToken, { kind: 'oekaki' }>): string | null {
  switch (token.kind) {
    case 'greentext':
      return null;
    case 'spoiler':
      return 'spoiler';
    case 'style':
      return STYLE_TAGS[token.style];
    case 'sjis':
      return 'shiftjis';
    case 'notice':
      return 'banned';
    case 'dice':
      return STYLE_TAGS.bold;
  }
}

/** Within these tags only the closing tag has a meaning. */
function raw(tag: string, text: string): string {
  return `[${tag}]${text.replaceAll(`[/${tag}]`, `[/${tag}:lit]`)}[/${tag}]`;
}

/** Adds the line ends around blocks, which are not tokens (see `mappings/comment/plain-text.ts`). */
class Writer {
  text = '';
  #atLineStart = true;
  #lineEndOwed = false;

  add(text: string): void {
    if (text === '') return;
    this.#endLine();
    this.text += text;
    this.#atLineStart = text.endsWith('\n');
  }

  /** Opening and closing tags do not count as text of a line. */
  tag(opening: string): void {
    this.#endLine();
    this.text += opening;
  }

  end(closing: string): void {
    this.text += closing;
  }

  edge(): void {
    this.#lineEndOwed ||= !this.#atLineStart;
  }

  #endLine(): void {
    if (!this.#lineEndOwed) return;
    this.#lineEndOwed = false;
    this.text += '\n';
    this.#atLineStart = true;
  }
}
