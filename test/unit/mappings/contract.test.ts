import { perBoardFlag } from '../../../mappings/board-flags.ts';
import { fastify } from 'fastify';
import { parse } from '../../../server/search/language/parse.ts';
import { expect, test } from 'vitest';
import { BoardList } from '../../../mappings/contract/board.ts';
import { Problem } from '../../../mappings/contract/problem.ts';
import { SearchAnswer } from '../../../mappings/contract/search.ts';
import { Thread } from '../../../mappings/contract/thread.ts';
import { reference, schemasPlugin } from '../../../server/http/plugins/schemas.ts';
import { presentHits } from '../../../server/search/present/present-hit.ts';
import { sentAnswer, wantedFields } from '../../../server/search/present/sent-hit.ts';
import { presentPost } from '../../../server/posts/present.ts';
import { emptyPost, fullPost } from '../server/posts.ts';

const MEDIA = { source: '4chan', name: 'g', mediaUrl: 'http://media.example.org' } as const;
const posts = [presentPost(fullPost, MEDIA), presentPost(emptyPost, MEDIA)];
const hit = { id: 'g.1.0', key: { board: 'g', num: 1, subnum: 0 }, index: null, sortValues: [1, 2, 3] };
const hits = presentHits(parse('subject OR is:op').root, [
  {
    hit: { ...hit, threadHits: 3 },
    post: fullPost,
    atSource: MEDIA,
    threadSubject: 'thread ✓',
    threadTitle: 'thread ✓',
  },
  { hit, post: emptyPost, atSource: MEDIA, threadSubject: null, threadTitle: null },
]);
const answer: SearchAnswer = {
  hits,
  total: { value: 2, relation: 'about' },
  sort: 'relevance',
  group: 'thread',
  next: 'abc',
  previous: null,
  took_ms: 12.5,
  partial: true,
  partial_reasons: [{ reason: 'board_missing', boards: ['g'] }],
  parts: [{ position: { start: 0, end: 9 }, field: 'subject', value: 'x', negated: false, without: '' }],
  source: 'elasticsearch',
  degraded: true,
};
const problem: Problem = {
  type: 'about:blank',
  title: 'Bad Request',
  status: 400,
  detail: 'A sentence.',
  code: 'quote_unclosed',
  error: 'A sentence.',
  request_id: 'x',
  position: { start: 0, end: 1 },
  suggestion: '""',
};

test.each([
  ['a thread', Thread, { board: 'g', num: 1, posts, rev: 9, source: 'postgres', degraded: false } satisfies Thread],
  ['a search answer', SearchAnswer, sentAnswer(answer, wantedFields({ include: 'tokens' }))],
  [
    'boards',
    BoardList,
    {
      boards: [
        {
          name: 'g',
          title: 'Technology',
          worksafe: true,
          posts: 1,
          order: 'modified',
          last_post: null,
          ...perBoardFlag(() => false),
          public_log: false,
          source: { name: 'a.example.org', url: 'https://a.example.org/g/', post_url: null },
          other_archives: [{ name: 'Another', post_url: 'https://b.example.org/g/post/{num}/' }],
        },
        {
          name: 'h',
          title: '',
          worksafe: false,
          posts: 0,
          order: 'created',
          last_post: null,
          ...perBoardFlag(() => false),
          public_log: false,
          source: null,
          other_archives: [],
        },
      ],
      contact: null,
      degraded: false,
    } satisfies BoardList,
  ],
  ['a problem', Problem, problem],
])('%s is serialized completely: the serializer drops and changes nothing', async (_name, schema, value) => {
  const app = fastify();
  await app.register(schemasPlugin, { contracts: [] });
  app.get('/', { schema: { response: { 200: reference(schema) } } }, async () => value);
  const { body } = await app.inject('/');
  expect(body).toBe(JSON.stringify(value));
  await app.close();
});

test('a hit has the position of the match in its subject', () => {
  expect(hits[0]?.highlights).toEqual({ subject: [[2, 9]] });
});
