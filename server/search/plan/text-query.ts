/** Queries for words, phrases and prefixes. The reader's text is always only the text of a match. */
import { phraseAnalyzer } from '../../../mappings/elasticsearch/post-index.ts';
import type { IndexField } from '../../../mappings/search/field.ts';
import { fieldOf, partsOfField } from '../../../mappings/search/fields.ts';
import { foldFileQuery, foldQuery, holdsTerm } from '../../../mappings/text-analysis/fold.ts';
import { partOf } from '../../../mappings/text-analysis/parts.ts';
import { foldFileNameVersion5, foldTextVersion5 } from '../../../mappings/text-analysis/version-5.ts';
import type { Leaf, Node } from '../language/tree.ts';
import { allOf, anyOf, type QueryContainer } from '../elasticsearch/clauses.ts';
import type { RelevanceWeights } from './relevance.ts';

export type TextLeaf = Extract<Leaf, { kind: 'text' }>;

/** Letters of which the tokenizer makes one term per run, so that a prefix of the run is a prefix of that term. */
const ONE_TERM = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]+$/u;

/** All terms with a prefix. By default Elasticsearch silently stops after fifty. */
const ALL_TERMS = 2 ** 31 - 1;

/** File names are indexed without their extension, but people write it. */
const FILE_WITH_EXTENSION = /^(.*[^.])\.(jpe?g|png|gif|webp|webm|mp4|pdf|swf)$/i;

/**
 * Words that may be between two neighbours of the query. Each further word lowers the score, and beyond this number there is no bonus.
 */
const SLOP = 3;

/** Fields of the index in which a bare word is searched. */
const OF_BARE_WORDS = ['comment', 'subject'] as const;
const OF_POST_TEXT: readonly string[] = OF_BARE_WORDS;
const OF_NAMES = ['name', 'name_folded'] as const;

/** The fields of the index in which the words of a field are searched: in the post, or in the opening post (`op.`). */
export function textsOf(field: TextLeaf['field']): readonly [IndexField<'text'>, ...IndexField<'text'>[]] {
  if (field === 'any') return OF_BARE_WORDS;
  const { index } = fieldOf('text', field);
  return index === 'name' ? OF_NAMES : [index];
}

/** How a version of the index folds what is searched. */
interface Folding {
  readonly text: (asked: string) => string;
  readonly fileName: (asked: string) => string;
}

const PRESENT: Folding = { text: foldQuery, fileName: foldFileQuery };
const OF_VERSION_5: Folding = { text: foldTextVersion5, fileName: foldFileNameVersion5 };

/**
 * `weights`: null where no score is computed. `olderTexts`: true if an index has texts of mapping version 5, which are searched for their own
 * folding too.
 */
export function textQuery(
  field: TextLeaf['field'],
  leaf: Pick<TextLeaf, 'text' | 'prefix'>,
  weights: RelevanceWeights | null,
  olderTexts = false,
): QueryContainer {
  const query = foldedQuery(field, leaf, weights, PRESENT);
  if (!olderTexts || OF_VERSION_5.text(leaf.text) === PRESENT.text(leaf.text)) return query;
  return anyOf([query, foldedQuery(field, leaf, weights, OF_VERSION_5)]);
}

function foldedQuery(
  field: TextLeaf['field'],
  { text: asked, prefix }: Pick<TextLeaf, 'text' | 'prefix'>,
  weights: RelevanceWeights | null,
  fold: Folding,
): QueryContainer {
  const [index, ...others] = textsOf(field);
  if (index === 'media_name') return fileQuery(asked, prefix, fold);
  const text = fold.text(asked);
  // A phrase of CJK characters alone is searched by their pairs; the index has pairs and single characters.
  const words = { query: text, analyzer: phraseAnalyzer(text) };
  if (others.length > 0) {
    const fields = [index, ...others].map((name) => withWeight(name, weights));
    const scored = weights !== null && { tie_breaker: weights.secondField };
    // A word that the analysis splits, such as anon-san, means its parts side by side: always a phrase.
    if (!prefix) return { multi_match: { ...words, type: 'phrase', fields, ...scored } };
    if (ONE_TERM.test(text)) return { multi_match: { ...words, type: 'bool_prefix', fields } };
    return { multi_match: { ...words, type: 'phrase_prefix', fields, max_expansions: ALL_TERMS, ...scored } };
  }
  const boosted = weights !== null && index === 'subject' && { boost: weights.subject };
  if (!prefix) return { match_phrase: { [index]: { ...words, ...boosted } } };
  if (ONE_TERM.test(text)) return { match_bool_prefix: { [index]: { ...words, ...boosted } } };
  return { match_phrase_prefix: { [index]: { ...words, max_expansions: ALL_TERMS, ...boosted } } };
}

/** File names have one analyzer, that of their field. */
function fileQuery(text: string, prefix: boolean, fold: Folding): QueryContainer {
  if (prefix) return { match_phrase_prefix: { media_name: { query: fold.fileName(text), max_expansions: ALL_TERMS } } };
  const { name, type } = splitFileName(text);
  if (type === null) return { match_phrase: { media_name: { query: fold.fileName(text) } } };
  return allOf([{ match_phrase: { media_name: { query: fold.fileName(name) } } }, typeQuery(type)]);
}

/** A phrase of trigrams is exactly a part of the text. */
export function partQuery({ field, text, atEnd }: Extract<Leaf, { kind: 'part' }>): QueryContainer {
  const { name, type } = field === 'file' && atEnd ? splitFileName(text) : { name: text, type: null };
  const part = { match_phrase: { [partsOfField(field).index]: { query: partOf(name, atEnd) } } };
  return type === null ? part : allOf([part, typeQuery(type)]);
}

function typeQuery(type: string): QueryContainer {
  return { terms: { media_type: /^jpe?g$/i.test(type) ? ['jpg', 'jpeg'] : [type.toLowerCase()] } };
}

/** Splits off the extension only if it is a known one after a name, since names are indexed without theirs. */
export function splitFileName(text: string): { readonly name: string; readonly type: string | null } {
  const [, name, type] = FILE_WITH_EXTENSION.exec(text) ?? [];
  return name === undefined || type === undefined || !holdsTerm(name) ? { name: text, type: null } : { name, type };
}

/** Raises the score of posts in which neighbouring words of the query are neighbours: one clause per pair. */
export function nearnessQueries(nodes: readonly Node[], weights: RelevanceWeights): QueryContainer[] {
  if (weights.nearness === 0) return [];
  return nodes.slice(1).flatMap((node, index): QueryContainer[] => {
    const before = nodes[index];
    if (before === undefined || !isWord(before) || !isWord(node) || before.field !== node.field) return [];
    const text = foldQuery(`${before.text} ${node.text}`);
    const names = textsOf(node.field);
    const fields = names.length > 1 ? names.map((name) => withWeight(name, weights)) : names;
    const words = { query: text, analyzer: phraseAnalyzer(text) };
    return [{ multi_match: { ...words, type: 'phrase', fields: [...fields], slop: SLOP, boost: weights.nearness } }];
  });
}

function withWeight(name: string, weights: RelevanceWeights | null): string {
  return weights !== null && name === 'subject' ? `${name}^${weights.subject}` : name;
}

function isWord(node: Node): node is TextLeaf {
  return node.kind === 'text' && !node.prefix && holdsTerm(node.text) && isOfPostText(node.field);
}

/** Names and file names are too short for a bonus for neighbours. */
function isOfPostText(field: TextLeaf['field']): boolean {
  const isOfOpener = field !== 'any' && fieldOf('text', field).isOfOpener === true;
  return !isOfOpener && textsOf(field).every((name) => OF_POST_TEXT.includes(name));
}
