import type { CommentToken } from './tokens.ts';

const TEX_DELIMITER = /\[(\/?)(math|eqn)\]/g;

/**
 * Returns the tokens of the text between two pieces of markup, in which `\n` stands for a `<br>`: breaks, TeX between
 * `[math]` or `[eqn]` delimiters, bare web addresses, and text. Only the TeX delimiters are dropped.
 */
export function tokensOfRun(run: string): CommentToken[] {
  const tokens: CommentToken[] = [];
  addRun(tokens, run);
  return tokens;
}

/** Appends the tokens of a run to `tokens`. */
export function addRun(tokens: CommentToken[], run: string): void {
  let position = 0;
  if (run.includes('[/')) {
    let opening: RegExpExecArray | undefined;
    for (const delimiter of run.matchAll(TEX_DELIMITER)) {
      if (delimiter[1] === '') opening = delimiter;
      else if (opening && opening[2] === delimiter[2]) {
        const tex = run.slice(opening.index + opening[0].length, delimiter.index);
        if (tex.trim() !== '') {
          pushLines(tokens, run.slice(position, opening.index));
          tokens.push({ kind: 'math', tex, display: opening[2] === 'eqn' });
          position = delimiter.index + delimiter[0].length;
        }
        opening = undefined;
      }
    }
  }
  pushLines(tokens, position === 0 ? run : run.slice(position));
}

function pushLines(tokens: CommentToken[], text: string): void {
  let position = 0;
  for (;;) {
    const end = text.indexOf('\n', position);
    if (end === -1) break;
    pushText(tokens, text.slice(position, end));
    tokens.push({ kind: 'break' });
    position = end + 1;
  }
  pushText(tokens, position === 0 ? text : text.slice(position));
}

// An address may contain letters of any script. East Asian brackets and punctuation end it.
const ADDRESS = /(?<![a-z0-9])https?:\/\/[^\s<>"`\u3000-\u303F\uFF01-\uFF0F\uFF1A-\uFF20\uFF3B-\uFF40\uFF5B-\uFF65]+/gi;

function pushText(tokens: CommentToken[], text: string): void {
  let position = 0;
  if (text.includes('://')) {
    for (const match of text.matchAll(ADDRESS)) {
      const href = withoutSentenceEnd(match[0]);
      if (!URL.canParse(href)) continue;
      if (match.index > position) tokens.push({ kind: 'text', text: text.slice(position, match.index) });
      tokens.push({ kind: 'link', href, text: href });
      position = match.index + href.length;
    }
  }
  if (position < text.length) tokens.push({ kind: 'text', text: position === 0 ? text : text.slice(position) });
}

const SENTENCE_END = ".,:;!?'…’”»";
const BRACKETS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** Drops punctuation after an address. In `see (http://example.org/a_(b)).` the first `)` belongs to it, the second does not. */
function withoutSentenceEnd(address: string): string {
  let end = address.length;
  const surplus = new Map<string, number>();
  for (;;) {
    const last = address.charAt(end - 1);
    const opening = BRACKETS[last];
    if (opening !== undefined) {
      const left = surplus.get(last) ?? count(address, last) - count(address, opening);
      if (left <= 0) break;
      surplus.set(last, left - 1);
    } else if (last === '' || !SENTENCE_END.includes(last)) break;
    end -= 1;
  }
  return address.slice(0, end);
}

function count(text: string, sign: string): number {
  return text.split(sign).length - 1;
}
