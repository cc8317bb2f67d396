/** Queries for words, phrases and prefixes. The reader's text is always only the text of a match. */
import { mappingOf, phraseAnalyzer } from '../../../mappings/elasticsearch/post-index.ts';
import type { IndexField } from '../../../mappings/search/field.ts';
import { fieldOf, partsOfField } from '../../../mappings/search/fields.ts';
import { foldFileName, foldText } from '../../../mappings/text-analysis/fold.ts';
import { partOf } from '../../../mappings/text-analysis/parts.ts';
import type { Leaf, Node } from '../language/tree.ts';
import { allOf, type QueryContainer } from '../elasticsearch/clauses.ts';
import type { RelevanceWeights } from './relevance.ts';

export type TextLeaf = Extract<Leaf, { kind: 'text' }>;

/**
 * Characters of which the index makes terms: letters, digits, pictographs. A term is a result of the analysis of a text, normally one
 * per word.
 */
const TERM = /[\p{L}\p{N}\p{Extended_Pictographic}]/u;

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

/** The fields of the index in which the words of a field are searched: in the post, or in the opening post (`op.`). */
export function textsOf(field: TextLeaf['field']): readonly [IndexField<'text'>, ...IndexField<'text'>[]] {
  return field === 'any' ? OF_BARE_WORDS : [fieldOf('text', field).index];
}

export function holdsTerm(text: string): boolean {
  return TERM.test(text);
}

/** `weights`: null where no score is computed. */
export function textQuery(
  field: TextLeaf['field'],
  { text: asked, prefix }: Pick<TextLeaf, 'text' | 'prefix'>,
  weights: RelevanceWeights | null,
): QueryContainer {
  const [index, ...others] = textsOf(field);
  if (index === 'media_name') return fileQuery(asked, prefix);
  const text = foldText(asked);
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
function fileQuery(text: string, prefix: boolean): QueryContainer {
  if (prefix) return { match_phrase_prefix: { media_name: { query: foldFileName(text), max_expansions: ALL_TERMS } } };
  const { name, type } = splitFileName(text);
  if (type === null) return { match_phrase: { media_name: { query: foldFileName(text) } } };
  return allOf([{ match_phrase: { media_name: { query: foldFileName(name) } } }, typeQuery(type)]);
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
    const text = foldText(`${before.text} ${node.text}`);
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

/** Names and file names are too short for a bonus for neighbours, and have their own analyzers. */
function isOfPostText(field: TextLeaf['field']): boolean {
  const isOfOpener = field !== 'any' && fieldOf('text', field).isOfOpener === true;
  return !isOfOpener && textsOf(field).every((name) => mappingOf(name).analyzer === 'post_text');
}
