/** Indexes posts and searches for each of their words. */
import { postIndexSettings, postMapping } from '../../mappings/elasticsearch/post-index.ts';
import { toPostDocument } from '../../mappings/elasticsearch/post-document.ts';
import { parseComment } from '../../mappings/comment/parse.ts';
import { textParts } from '../../mappings/comment/text-parts.ts';
import type { Post } from '../../mappings/post.ts';
import { analyze } from '../../mappings/text-analysis/analyze.ts';
import { OF_EMOJI } from '../../mappings/text-analysis/emoji.ts';
import { parse } from '../../server/search/language/parse.ts';
import { compile } from '../../server/search/plan/compile.ts';
import { emptyPost } from '../unit/server/posts.ts';
import type { CapturedFields } from './captured-forms.ts';
import type { World } from './world.ts';

const BATCH = 500;
const CLUSTERED = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const CLUSTERS = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;

export interface TokenSearches {
  /** Words searched. */
  readonly words: number;
  /** Words that do not find a post which contains them. */
  readonly missed: readonly string[];
}

/** `step`: 20 for every twentieth word. */
export async function searchEveryToken(
  { elasticsearch, indexPrefix }: Pick<World, 'elasticsearch' | 'indexPrefix'>,
  captured: readonly CapturedFields[],
  step: number,
): Promise<TokenSearches> {
  const posts = captured.map(({ subject, comment }, place): Post => {
    const num = place + 1;
    return { ...emptyPost, subject, comment, board: 'captured', num, thread: num, rev: num };
  });
  const index = `${indexPrefix}every-token`;
  const settings = { ...postIndexSettings({ replicas: 0 }), max_result_window: 10_000 };
  await elasticsearch.indices.create({ index, settings: settings as object, mappings: postMapping });
  const operations = posts.flatMap((post) => [{ index: { _id: `${post.num}` } }, toPostDocument(post, 1)]);
  const { errors } = await elasticsearch.bulk({ index, operations, refresh: true });
  if (errors) throw new Error('a post was not indexed');
  const words = [...wordsOf(posts)].filter((_, place) => place % step === 0);
  const missed: string[] = [];
  for (let at = 0; at < words.length; at += BATCH) {
    const batch = words.slice(at, at + BATCH);
    const searches = batch.flatMap(([search]) => {
      const { root } = parse(search);
      const { query } = compile(root, { sort: 'new', direction: 'forward', now: 0 });
      return [{ index }, { query, size: posts.length, _source: false }];
    });
    const { responses } = await elasticsearch.msearch({ searches });
    for (const [place, response] of responses.entries()) {
      const [search, nums] = batch[place] ?? ['', new Set<number>()];
      if ('error' in response) throw new Error(`${search}: ${JSON.stringify(response.error)}`);
      const found = new Set(response.hits.hits.map(({ _id: id }) => Number(id)));
      for (const num of nums) if (!found.has(num)) missed.push(`${search} in post ${num}`);
    }
  }
  return { words: words.length, missed };
}

/** The nums of the posts that contain a word, by the search for the word as it is written. */
function wordsOf(posts: readonly Post[]): ReadonlyMap<string, ReadonlySet<number>> {
  const words = new Map<string, Set<number>>();
  for (const { num, comment, subject } of posts) {
    const texts = { comment: textParts(parseComment(comment ?? '').tokens).written, subject: subject ?? '' };
    for (const [field, text] of Object.entries(texts)) {
      // The sign between a text and its parts is a term, but not a word.
      const terms = analyze(text, 'post_text')
        .filter(({ term }) => term !== OF_EMOJI)
        .map(({ start, end }) => text.slice(start, end));
      // Readers type whole clusters, of which the index has the letters.
      for (const word of [
        ...terms.filter((term) => term !== '' && !CLUSTERED.test(term)),
        ...(text.match(CLUSTERS) ?? []),
      ]) {
        const search = `${field}:${JSON.stringify(word)}`;
        words.set(search, (words.get(search) ?? new Set()).add(num));
      }
    }
  }
  return words;
}
