/** The link of an opening post to the edition before it: `Previous thread: >>123`. */
import type { CommentToken } from '../../../mappings/comment/tokens.ts';

const THREAD = "threads?|thread's|thred|bread|generals?|faden|fäden|тред[аы]?|нить|hilos?";
const NOUNS = `${THREAD}|loaf|fred|edition|episode|one|op|tråden?|tema|fil|sujet|fio|discussione`;
const BEFORE =
  'prev(?:ious(?:ly)?|ioius)?\\.?|last|old|past|former|prior|letzter?|alter|voriger|vorheriger|früher|forrige|förra|прошл(?:ый|ые)|предыдущ(?:ий|ие)|старый|ultimo|último';
/** The end of the text before the link. The noun may be missing after a word that has no other meaning, or before a colon. */
const LABEL = new RegExp(
  `(?:^|[^\\p{L}])(?:(?:${BEFORE})[\\s/\\p{L}\\p{N}]{0,16}?[\\s-](?:${NOUNS})|(?:${BEFORE})(?=\\s*[:=])|prev(?:ious(?:ly)?|ioius)?\\.?|(?:hilo|tema|fio|fil|sujet) (?:anterior|pasado|précédent)|前スレ|過去スレ)` +
    `\\s*(?:was)?\\s*[:;=(\\[>→|~*–—-]*\\s*$`,
  'iu',
);
/** A sentence about the previous thread before its link: `The last thread reached the limit >>123`. */
const TOLD = new RegExp(
  `(?:^|[.!?]\\s+|\\bthe\\s)(?:previous|last|old)\\s(?:${THREAD})(?:\\s[^:;?]{0,50})?[\\s.!>:–—-]*$`,
  'iu',
);

/** The beginning of the text after the link. */
const LABEL_AFTER = new RegExp(
  `^\\s*[(\\[<←–—-]*\\s*(?:${BEFORE})\\s(?:${NOUNS})(?:[^\\p{L}]|$)|^\\s*[(\\[<←–—-]*\\s*前スレ`,
  'iu',
);

const THREAD_ADDRESS = /\/([a-z\d]{1,10})\/(?:thread|res)\/(\d{1,15})(?:\D|$)/;

type Piece = { readonly text: string } | { readonly num: number };

/** `num`: of the opening post, which is newer than its predecessor. Null without such a link. */
export function previousThread(
  tokens: readonly CommentToken[],
  { board, num }: { board: string; num: number },
): number | null {
  const found: number[] = [];
  let label = false;
  for (const line of linesOf(tokens, board)) {
    let before = '';
    // `Previous threads: >>2 & >>1`
    let isListed =
      label &&
      line.find((piece) => 'num' in piece || piece.text.trim() !== '') === line.find((piece) => 'num' in piece);
    for (const [place, piece] of line.entries()) {
      if ('text' in piece) {
        before += piece.text;
        if (!/^\s*(?:[&,/+]|and|und|y|и)?\s*$/iu.test(piece.text)) isListed = false;
        continue;
      }
      const next = line[place + 1];
      const after = next !== undefined && 'text' in next ? next.text : '';
      isListed ||= isLabel(before) || LABEL_AFTER.test(after);
      if (isListed) found.push(piece.num);
      before = '';
    }
    // The link may be on the line after its label.
    label = line.every((piece) => 'text' in piece) && isLabel(before);
  }
  const earlier = found.filter((one) => one < num);
  return earlier.length === 0 ? null : Math.max(...earlier);
}

function isLabel(text: string): boolean {
  return LABEL.test(text) || TOLD.test(text);
}

function linesOf(tokens: readonly CommentToken[], board: string): Piece[][] {
  const lines: Piece[][] = [[]];
  const add = (piece: Piece) => lines.at(-1)?.push(piece);
  const text = (written: string) => {
    for (const [place, part] of written.split('\n').entries()) {
      if (place > 0) lines.push([]);
      if (part !== '') add({ text: part });
    }
  };
  const visit = (some: readonly CommentToken[]) => {
    for (const token of some) {
      if (token.kind === 'break') lines.push([]);
      else if (token.kind === 'quotelink' || token.kind === 'deadlink') {
        const there = (token.kind === 'quotelink' ? token.thread : null) ?? token.num;
        if (there === null || (token.board !== null && token.board !== board)) text(token.text);
        else add({ num: there });
      } else if (token.kind === 'link') {
        const [, there, target] = THREAD_ADDRESS.exec(token.href) ?? [];
        if (there === board && target !== undefined) add({ num: Number(target) });
        else text(token.text);
      } else if ('text' in token) text(token.text);
      else if ('children' in token) visit(token.children);
    }
  };
  visit(tokens);
  return lines;
}
