/**
 * The part of Sphinx's extended syntax that FoolFuuka supports: `|`, `-`, quotes and a `*` at the end of a word. FoolFuuka
 * escapes all other characters; this parser treats them as part of a word. `|` binds more tightly than AND: `a b|c` means a AND (b OR c).
 * Used by search-params.ts.
 */
import type { TextName } from '../../../../mappings/search/fields.ts';
import { anyOfNodes, not, quotes, words } from '../../../../server/search/language/build.ts';
import { MIN_PREFIX_PATTERN } from '../../../../server/search/language/leaf.ts';
import { parseQuotedReference } from '../../../../server/search/language/post-reference.ts';
import type { Node } from '../../../../server/search/language/tree.ts';

/** A phrase, a `|`, or a word; an unclosed quote is part of its word. */
const PIECES = /(?<sign>-*)"(?<phrase>[^"]+)"|(?<choice>\|)|(?<word>(?:[^\s|"]|"(?![^"]+"))+)/g;

/** Conditions that must all hold. `text` is not empty. */
export function sphinxQuery(text: string, field: TextName): readonly Node[] {
  const every: Node[][] = [];
  let isChoice = false;
  for (const { groups = {} } of text.matchAll(PIECES)) {
    const { sign, phrase, choice, word } = groups;
    if (choice !== undefined) {
      isChoice = every.length > 0;
      continue;
    }
    const node = phrase === undefined ? wordNode(word ?? '', field) : signed(sign ?? '', words(field, phrase));
    const last = every.at(-1);
    if (isChoice && last !== undefined) last.push(node);
    else every.push([node]);
    isChoice = false;
  }
  // A lone bar is a word and matches nothing, as other characters do, rather than everything.
  return every.length === 0 ? [words(field, text)] : every.flatMap((nodes) => anyOfNodes(nodes) ?? []);
}

/** The words of a field in which only `*` has a meaning. */
export function sphinxWords(text: string, field: TextName): readonly Node[] {
  const written = text.split(/[\s"]+/).filter((word) => word !== '');
  return written.map((word) => starred(word, field));
}

function wordNode(word: string, field: TextName): Node {
  const [sign = ''] = /^-+(?=[^-])/.exec(word) ?? [];
  const rest = word.slice(sign.length);
  const reference = parseQuotedReference(rest);
  return signed(sign, reference === null ? starred(rest, field) : quotes(reference));
}

function starred(word: string, field: TextName): Node {
  const isPrefix = word.endsWith('*') && MIN_PREFIX_PATTERN.test(word.slice(0, -1));
  return isPrefix ? words(field, word.slice(0, -1), true) : words(field, word);
}

/** Two minus signs cancel out. */
function signed(sign: string, node: Node): Node {
  return sign.length % 2 === 0 ? node : not(node);
}
