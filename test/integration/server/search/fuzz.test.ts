import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Problem } from '../../../../mappings/contract/problem.ts';
import type { SearchAnswer } from '../../../../mappings/contract/search.ts';
import { setAliases } from '../../../../server/identities/identities.ts';
import { print } from '../../../../server/search/language/print.ts';
import type { Node, Query } from '../../../../server/search/language/tree.ts';
import { GOLDEN_BOARDS, GOLDEN_NOW, GOLDEN_POSTS } from '../../../fixtures/golden/posts.ts';
import { useWorld } from '../../../support/world.ts';
import { queries, written } from '../../../unit/server/search/language/tree.ts';
import { givenArchive, givenServer, type GivenServer } from '../given-archive.ts';
import { countOf } from '../../../support/full-counts.ts';

/** 5,000 queries take some minutes. */
const RUNS = Number(process.env['SAGASU_FUZZ_QUERIES'] ?? countOf(2_000));
const SEED = 20240331;
const MINUTES = 60_000;

const world = useWorld();
let server: GivenServer;

beforeAll(async () => {
  const archive = givenArchive(world());
  for (const board of GOLDEN_BOARDS) {
    await archive.board(board);
    await archive.storeAndIndex(board, GOLDEN_POSTS[board]);
  }
  await setAliases(world().pool, 'Ann Lee', [{ kind: 'name', value: 'Ann' }]);
  server = await givenServer(world(), { clock: () => GOLDEN_NOW });
});

afterAll(async () => server.close());

const known = (name: string) => GOLDEN_BOARDS[name.length % GOLDEN_BOARDS.length] ?? 'g';

/** Replaces boards and people by existing ones, because others are refused before Elasticsearch is asked. */
function onKnownBoards(node: Node): Node {
  switch (node.kind) {
    case 'and':
    case 'or':
      return { ...node, children: node.children.map((child) => onKnownBoards(child)) };
    case 'not':
      return { ...node, child: onKnownBoards(node.child) };
    case 'board':
      return {
        ...node,
        boards: [...new Map(node.boards.map((b) => [known(b.name), { ...b, name: known(b.name) }])).values()],
      };
    case 'quote':
      return { ...node, board: node.board && known(node.board) };
    case 'exact':
      return node.field === 'identity' ? { ...node, values: ['Ann Lee'] } : node;
    case 'text':
    case 'part':
    case 'is':
    case 'has':
    case 'time':
    case 'number':
      return node;
  }
}

/** Errors of Elasticsearch become 500 or 503. Returns null for a complete answer, otherwise the problem. */
async function refusalOf(q: string): Promise<string | null> {
  const { status, body } = await server.search({ q, limit: '5' });
  if (status === 200 && !(body as SearchAnswer).partial) return null;
  if (status === 400) return (body as Problem).code;
  throw new Error(`${status} for ${JSON.stringify(q)}: ${JSON.stringify(body)}`);
}

describe(`${RUNS} queries`, () => {
  test(
    'that follow the grammar are accepted by Elasticsearch whenever the language accepts them',
    async () => {
      const all: readonly Query[] = fc.sample(queries, { numRuns: 2 * RUNS, seed: SEED });
      const texts = all.map((query) => print({ ...query, root: query.root && onKnownBoards(query.root) }));
      const refusals = new Set<string>();
      let answered = 0;
      for (const text of texts) {
        const refusal = await refusalOf(text);
        if (refusal === null) answered += 1;
        else refusals.add(refusal);
        if (answered === RUNS) break;
      }
      // Generated trees may exceed the limits, and the lookup of a module may refuse a value; these are refused before Elasticsearch is
      // asked and do not count.
      expect(['query_too_long', 'query_too_complex', 'value_unknown', 'file_unknown']).toEqual(
        expect.arrayContaining([...refusals]),
      );
      expect(answered).toBe(RUNS);
    },
    30 * MINUTES,
  );

  test(
    'from people or attackers get an answer or a problem',
    async () => {
      const texts = fc.sample(written, { numRuns: RUNS, seed: SEED });
      let answered = 0;
      for (const text of texts) if ((await refusalOf(text)) === null) answered += 1;
      expect(answered).toBeGreaterThan(0.5 * RUNS);
    },
    30 * MINUTES,
  );
});
