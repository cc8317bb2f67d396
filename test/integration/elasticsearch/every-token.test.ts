/** Every word of a captured post finds the post, when a reader types it as it is written there. */
import { expect, test } from 'vitest';
import { postIndexSettings, postMapping } from '../../../mappings/elasticsearch/post-index.ts';
import { toPostDocument } from '../../../mappings/elasticsearch/post-document.ts';
import { parseComment } from '../../../mappings/comment/parse.ts';
import { textParts } from '../../../mappings/comment/text-parts.ts';
import { analyze } from '../../../mappings/text-analysis/analyze.ts';
import { parse } from '../../../server/search/language/parse.ts';
import { compile } from '../../../server/search/plan/compile.ts';
import { capturedPosts } from '../../support/captured-posts.ts';
import { IS_FULL } from '../../support/full-counts.ts';
import { useWorld } from '../../support/world.ts';

const world = useWorld();
const posts = capturedPosts();
/** `npm test` plays every twentieth word. */
const STEP = IS_FULL ? 1 : 20;
const BATCH = 500;
const CLUSTERED = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const CLUSTERS = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;

/** The nums of the posts that contain the word, by the word as it is written. */
function wordsOf(): ReadonlyMap<string, ReadonlySet<number>> {
  const words = new Map<string, Set<number>>();
  for (const { num, comment } of posts) {
    const { written } = textParts(parseComment(comment ?? '').tokens);
    const terms = analyze(written, 'post_text').map(({ start, end }) => written.slice(start, end));
    // Readers type whole clusters, of which the index has the letters.
    for (const word of [
      ...terms.filter((term) => term !== '' && !CLUSTERED.test(term)),
      ...(written.match(CLUSTERS) ?? []),
    ]) {
      words.set(word, (words.get(word) ?? new Set()).add(num));
    }
  }
  return words;
}

test.skipIf(posts.length === 0)('a search for each word of captured posts finds its posts', async () => {
  expect(posts.length).toBeGreaterThan(1_000);
  const { elasticsearch, indexPrefix } = world();
  const index = `${indexPrefix}every-token`;
  const settings = { ...postIndexSettings({ replicas: 0 }), max_result_window: 10_000 };
  await elasticsearch.indices.create({ index, settings: settings as object, mappings: postMapping });
  const operations = posts.flatMap((post) => [{ index: { _id: `${post.num}` } }, toPostDocument(post, 1)]);
  const { errors } = await elasticsearch.bulk({ index, operations, refresh: true });
  expect(errors).toBe(false);
  const words = [...wordsOf()].filter((_, place) => place % STEP === 0);
  expect(words.length).toBeGreaterThan(100);
  const missed: string[] = [];
  for (let at = 0; at < words.length; at += BATCH) {
    const batch = words.slice(at, at + BATCH);
    const searches = batch.flatMap(([word]) => {
      const { root } = parse(`comment:${JSON.stringify(word)}`);
      const { query } = compile(root, { sort: 'new', direction: 'forward', now: 0 });
      return [{ index }, { query, size: posts.length, _source: false }];
    });
    const { responses } = await elasticsearch.msearch({ searches });
    for (const [place, response] of responses.entries()) {
      const [word, nums] = batch[place] ?? ['', new Set<number>()];
      if ('error' in response) throw new Error(`${word}: ${JSON.stringify(response.error)}`);
      const found = new Set(response.hits.hits.map(({ _id: id }) => Number(id)));
      for (const num of nums) if (!found.has(num)) missed.push(`${JSON.stringify(word)} in post ${num}`);
    }
  }
  expect(missed).toEqual([]);
});
