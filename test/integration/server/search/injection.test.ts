/**
 * Strings that would change the meaning of a request if they were not escaped, sent to the real stores in every
 * parameter that takes text.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SearchAnswer } from '../../../../mappings/contract/search.ts';
import { FIELDS } from '../../../../mappings/search/fields.ts';
import { parse } from '../../../../server/search/language/parse.ts';
import { QueryError } from '../../../../server/search/language/query-error.ts';
import { IS_FULL } from '../../../support/full-counts.ts';
import { INJECTION_FORMS, INJECTIONS } from '../../../support/injections.ts';
import { useWorld } from '../../../support/world.ts';
import { givenArchive, givenServer, type GivenServer } from '../given-archive.ts';

/** Each dangerous string in one of its forms, and in all of them with full counts. The test of compiled queries has all of them in each run. */
const SENT = INJECTIONS.filter(
  (_, place) => IS_FULL || place % INJECTION_FORMS === Math.floor(place / INJECTION_FORMS) % INJECTION_FORMS,
);

const world = useWorld();
let server: GivenServer;

/** Injected strings do not contain its words, so none may find it. */
const COMMENT = 'zwölf quappen';

beforeAll(async () => {
  const archive = givenArchive(world());
  await archive.board('g');
  await archive.storeAndIndex('g', [
    {
      num: 1,
      opener: true,
      subject: COMMENT,
      comment: COMMENT,
      name: 'Zenobia',
      mediaName: 'quappe',
      mediaType: 'webp',
    },
    { num: 2, thread: 1, comment: COMMENT },
    { num: 3, thread: 1, comment: COMMENT, hidden: true },
  ]);
  server = await givenServer(world());
});

afterAll(async () => {
  await server.close();
});

/** Fields that refuse unknown values, with the codes of their errors; tested below. */
const REFUSING: Readonly<Record<string, readonly string[]>> = {
  identity: ['identity_unknown'],
  like: ['value_unknown', 'board_unknown', 'thread_unknown'],
};
const TEXT_FIELDS = FIELDS.filter(({ kind, name }) => (kind === 'text' || kind === 'exact') && !(name in REFUSING)).map(
  ({ name }) => name,
);

function reads(text: string): boolean {
  try {
    parse(text);
    return true;
  } catch (error) {
    if (error instanceof QueryError) return false;
    throw error;
  }
}

const quoted = (text: string) => `"${text.replaceAll(/[\\"]/g, String.raw`\$&`)}"`;

/** Combines as many fields in one query as the limits allow. None of them may match. */
function queriesOf(text: string): string[] {
  const leaves = TEXT_FIELDS.map((field) => `${field}:${quoted(text)}`).filter(reads);
  const queries: string[] = [];
  for (const leaf of leaves) {
    const wider = `${queries.at(-1) ?? ''} OR ${leaf}`;
    if (queries.length > 0 && reads(wider)) queries[queries.length - 1] = wider;
    else queries.push(leaf);
  }
  return queries;
}

test(
  'an injected string as a value of any field finds nothing, without a server error',
  { timeout: 600_000 },
  async () => {
    let asked = 0;
    for (const text of SENT) {
      for (const q of queriesOf(text.toWellFormed())) {
        const { status, body } = await server.search({ q, sort: asked % 2 === 0 ? 'new' : 'relevance' });
        expect({ q, status }).toEqual({ q, status: 200 });
        expect({ q, total: (body as SearchAnswer).total }).toEqual({ q, total: { value: 0, relation: 'eq' } });
        asked += 1;
      }
    }
    expect(asked).toBeGreaterThan(SENT.length);
  },
);

test.each(Object.entries(REFUSING))('an injected string as a value of %s is unknown', async (field, codes) => {
  for (const text of SENT) {
    const q = `${field}:${quoted(text.toWellFormed())}`;
    if (!reads(q)) continue;
    const { status, body } = await server.search({ q });
    expect({ q, status, codes }).toMatchObject({
      q,
      status: 400,
      codes: expect.arrayContaining([(body as { code?: string }).code]) as unknown,
    });
  }
});

test('an injected string as a query, cursor, order, source or path is answered or refused, without hidden posts', async () => {
  for (const text of SENT) {
    const part = encodeURIComponent(text.toWellFormed());
    for (const url of [
      `/api/v1/search?q=${part}`,
      `/api/v1/search?q=quappen&cursor=${part}`,
      `/api/v1/search?q=quappen&sort=${part}`,
      `/api/v1/search?q=quappen&source=${part}`,
      `/api/v1/boards/${part}/threads/1`,
      `/api/v1/boards/g/posts/${part}`,
    ]) {
      const { status, body } = await server.get(url);
      expect({ url, ok: status < 500 }).toEqual({ url, ok: true });
      if (status === 200 && url.includes('/search')) {
        expect((body as SearchAnswer).hits.map(({ num }) => num)).not.toContain(3);
      }
    }
  }
  // No key has changed a prototype.
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});
