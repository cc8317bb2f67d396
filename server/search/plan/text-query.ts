/** Words, phrases and prefixes: the reader's text is the text of a match, whatever is in it. */
import { phraseAnalyzer } from '../../../mappings/elasticsearch/post-index.ts';
import type { Leaf } from '../language/tree.ts';
import { allOf, type QueryContainer } from './clauses.ts';
import type { RelevanceWeights } from './relevance.ts';

export type TextLeaf = Extract<Leaf, { kind: 'text' }>;
export type OwnTextField = Exclude<TextLeaf['field'], 'op.subject' | 'op.comment'>;

/** What the analysis makes at least one term of: letters, digits, pictographs. */
const TERM = /[\p{L}\p{N}\p{Extended_Pictographic}]/u;

/** Letters of which the tokenizer makes one word each run, so that a prefix of it is the prefix of one term. */
const ONE_TERM = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]+$/u;

/** As many terms as there are: Elasticsearch stops at fifty unless told otherwise, and says nothing. */
const ALL_TERMS = 2 ** 31 - 1;

/** A file's name is kept without its extension, and asked for with it. */
const FILE_WITH_EXTENSION = /^(.*[^.])\.(jpe?g|png|gif|webp|webm|mp4|pdf|swf)$/i;

export function holdsTerm(text: string): boolean {
  return TERM.test(text);
}

/** With weights the query counts a score, and otherwise stands where none is counted. */
export function textQuery(
  field: OwnTextField,
  { text, prefix }: Pick<TextLeaf, 'text' | 'prefix'>,
  weights: RelevanceWeights | null,
): QueryContainer {
  if (field === 'file') return fileQuery(text, prefix);
  const words = { query: text, analyzer: phraseAnalyzer(text) };
  if (field === 'any') {
    const fields = ['comment', weights === null ? 'subject' : `subject^${weights.subject}`];
    const scored = weights !== null && { tie_breaker: weights.secondField };
    // A word that the index cuts in several, such as anon-san, means them side by side: always a phrase.
    if (!prefix) return { multi_match: { ...words, type: 'phrase', fields, ...scored } };
    if (ONE_TERM.test(text)) return { multi_match: { ...words, type: 'bool_prefix', fields } };
    return { multi_match: { ...words, type: 'phrase_prefix', fields, max_expansions: ALL_TERMS, ...scored } };
  }
  const boosted = weights !== null && field === 'subject' && { boost: weights.subject };
  if (!prefix) return { match_phrase: { [field]: { ...words, ...boosted } } };
  if (ONE_TERM.test(text)) return { match_bool_prefix: { [field]: { ...words, ...boosted } } };
  return { match_phrase_prefix: { [field]: { ...words, max_expansions: ALL_TERMS, ...boosted } } };
}

/** With the field's own analysis, which indices from before file names had one do not have under a name. */
function fileQuery(text: string, prefix: boolean): QueryContainer {
  if (prefix) return { match_phrase_prefix: { media_name: { query: text, max_expansions: ALL_TERMS } } };
  const named = FILE_WITH_EXTENSION.exec(text);
  const [, name, type] = named ?? [];
  if (name === undefined || type === undefined || !holdsTerm(name))
    return { match_phrase: { media_name: { query: text } } };
  const types = /^jpe?g$/i.test(type) ? ['jpg', 'jpeg'] : [type.toLowerCase()];
  return allOf([{ match_phrase: { media_name: { query: name } } }, { terms: { media_type: types } }]);
}
