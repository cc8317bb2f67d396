/**
 * Text in Sphinx's extended syntax as FoolFuuka lets it through: `|`, `-`, quotes and a star at the end of a word. Its
 * other signs are escaped there, and part of a word here. `|` binds tighter than words side by side: `a b|c` is a and
 * one of b and c.
 */
import { MIN_PREFIX_PATTERN } from './leaf.ts';
import { readReference } from './post-reference.ts';
import type { Node, Span, TextField } from './tree.ts';

const NOWHERE: Span = { start: 0, end: 0 };

/** A phrase, a choice, or a run of anything else; a quote that is never closed is a sign of its word. */
const PIECES = /(?<sign>-*)"(?<phrase>[^"]+)"|(?<choice>\|)|(?<word>(?:[^\s|"]|"(?![^"]+"))+)/g;

/** What has to be there, side by side. `text` is not empty. */
export function sphinxQuery(text: string, field: TextField): readonly Node[] {
  const every: Node[][] = [];
  let isChoice = false;
  for (const { groups = {} } of text.matchAll(PIECES)) {
    const { sign, phrase, choice, word } = groups;
    if (choice !== undefined) {
      isChoice = every.length > 0;
      continue;
    }
    const node =
      phrase === undefined ? wordNode(word ?? '', field) : signed(sign ?? '', textNode(phrase, field, false));
    const last = every.at(-1);
    if (isChoice && last !== undefined) last.push(node);
    else every.push([node]);
    isChoice = false;
  }
  // A bar by itself finds nothing, as any other sign does, rather than everything.
  return every.length === 0 ? [textNode(text, field, false)] : every.flatMap((nodes) => combined(nodes));
}

/** Every word of a field in which only stars mean something. */
export function sphinxWords(text: string, field: TextField): readonly Node[] {
  const words = text.split(/[\s"]+/).filter((word) => word !== '');
  return words.map((word) => starred(word, field));
}

function combined(nodes: readonly Node[]): readonly Node[] {
  return nodes.length > 1 ? [{ kind: 'or', children: nodes, span: NOWHERE }] : nodes;
}

function wordNode(word: string, field: TextField): Node {
  const [sign = ''] = /^-+(?=[^-])/.exec(word) ?? [];
  const rest = word.slice(sign.length);
  const reference = readReference(rest);
  const leaf: Node =
    reference === null ? starred(rest, field) : { kind: 'quote', direction: 'quotes', ...reference, span: NOWHERE };
  return signed(sign, leaf);
}

function starred(word: string, field: TextField): Node {
  const isPrefix = word.endsWith('*') && MIN_PREFIX_PATTERN.test(word.slice(0, -1));
  return isPrefix ? textNode(word.slice(0, -1), field, true) : textNode(word, field, false);
}

/** Two signs take each other back. */
function signed(sign: string, node: Node): Node {
  return sign.length % 2 === 0 ? node : { kind: 'not', child: node, span: NOWHERE };
}

function textNode(text: string, field: TextField, prefix: boolean): Node {
  return { kind: 'text', field, text, prefix, span: NOWHERE };
}
