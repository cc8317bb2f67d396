import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type pg from 'pg';
import { createPostgresPool } from '../../../../platform/postgres.ts';
import type { Completion, CompletionAnswer, Suggestions } from '../../../../mappings/contract/completion.ts';
import { moderate } from '../../../../server/moderation/moderate.ts';
import { freePort } from '../../../support/ports.ts';
import { useWorld } from '../../../support/world.ts';
import { givenArchive, givenServer, NOW, type GivenArchive, type GivenServer } from '../given-archive.ts';
import { loginUrl } from '../../../support/logins.ts';
import { wardenOf } from '../../../support/sessions.ts';
import { completedBy } from './completed.ts';

const world = useWorld();
let archive: GivenArchive;
let server: GivenServer;
let pool: pg.Pool;
let boardId: number;

beforeAll(async () => {
  archive = givenArchive(world());
  boardId = await archive.board('g');
  await archive.board('ck');
  await archive.board('gif');
  const trips = ['!Heron1', '!Heron1', '!Heron1', '!Heron2', '!!Heron3+/', '!Stork'];
  await archive.storeAndIndex('g', [
    ...trips.map((tripcode, place) => ({ num: 10 + place, tripcode, comment: 'signed' })),
    { num: 20, name: 'Grey Heron', comment: 'named' },
    { num: 26, extra: { exif: { Make: 'Nikon', Model: 'NIKON D90', Flash: 'no' } } },
    { num: 27, extra: { exif: { Make: 'Nikon', Model: 'NIKON D5' } } },
    { num: 21, name: 'Grey Wagtail', comment: 'named' },
    { num: 22, tripcode: '!Heron-hidden', comment: 'never shown', hidden: true, country: 'NO' },
    { num: 23, capcode: 'D', country: 'FI', mediaType: 'flac', comment: '<a href="https://birds.example/a">wings</a>' },
    { num: 24, capcode: 'D', country: 'FI', email: 'stork@birds.example', posterid: 'ZcZ1gRnS' },
    { num: 25, capcode: 'M', country: 'troll:ac', mediaType: 'flac' },
  ]);
  server = await givenServer(world());
  pool = createPostgresPool({ url: loginUrl(world().databaseUrl, 'server') });
});

afterAll(async () => {
  await server.close();
  await pool.end();
});

const completed = async (marked: string, from = server) => completedBy(from, marked);

/** The whole query after the first completion, or the one with the given text, was chosen. */
async function after(marked: string, text?: string): Promise<string> {
  const q = marked.replace(/\|(?=[^|]*$)/, '');
  const list = await completed(marked);
  const chosen = text === undefined ? list[0] : list.find((other) => other.text === text);
  return chosen === undefined ? 'nothing' : q.slice(0, chosen.from) + chosen.text + q.slice(chosen.to);
}

const texts = (list: readonly Completion[]) => list.map(({ text }) => text);

describe('completions of a query', () => {
  test.each([
    ['heron boa|', undefined, 'heron board:'],
    ['heron -coun|try', undefined, 'heron -country:'],
    ['titl|', undefined, 'subject:'],
    ['op.s|', undefined, 'op.subject:'],
    ['(a OR file|', undefined, '(a OR file:'],
    ['board:c|', undefined, 'board:ck'],
    ['board:g,c| heron', undefined, 'board:g,ck heron'],
    ['board:g,c|,gif heron', undefined, 'board:g,ck,gif heron'],
    ['board:"g",c|', undefined, 'board:"g",ck'],
    ['country:"DE",fr|', undefined, 'country:"DE",FR'],
    ['country:"SE","united k|', undefined, 'country:"SE",GB'],
    ['/c|', undefined, 'board:ck'],
    ['ck|', 'board:ck', 'board:ck'],
    ['is:file|', undefined, 'is:file-deleted'],
    ['has:image,v|', undefined, 'has:image,video'],
    ['delet|', undefined, 'is:deleted'],
    ['country:swe|', undefined, 'country:SE'],
    ['country:SE,ger|', undefined, 'country:SE,DE'],
    ['country:turki|', undefined, 'country:TR'],
    ['flag:united k|', 'nothing', 'nothing'],
    ['flag:"united k|', undefined, 'flag:GB'],
    ['capcode:a|', undefined, 'capcode:admin'],
    ['ext:web|', 'webm', 'ext:webm'],
    ['heron sort:o|', undefined, 'heron sort:old'],
    ['relev|', undefined, 'sort:relevance'],
    ['group:|', undefined, 'group:thread'],
    ['after:2019-1|', undefined, 'after:2019-10'],
    ['during:2024-02-2|', '2024-02-29', 'during:2024-02-29'],
    ['before:|', undefined, 'before:24h'],
    ['trip:!Her|', undefined, 'trip:!Heron1'],
    ['trip:Stor|', undefined, 'trip:!Stork'],
    ['trip:her|', undefined, 'trip:!Heron1'],
    ['trip:|', undefined, 'trip:!Heron1'],
    ['trip:!!|', undefined, 'trip:!!Heron3+/'],
    ['name:Grey|', '"Grey Heron"', 'name:"Grey Heron"'],
    ['exif:nik|', undefined, 'exif:Nikon'],
    ['exif:"nikon d9|', undefined, 'exif:"NIKON D90"'],
    ['name:"grey w|', undefined, 'name:"Grey Wagtail"'],
    ['email:st|', undefined, 'email:stork@birds.example'],
    ['id:|', undefined, 'id:ZcZ1gRnS'],
    ['domain:b|', undefined, 'domain:birds.example'],
    ['country:|', undefined, 'country:FI'],
    ['flag:tr|', undefined, 'flag:troll:ac'],
    ['capcode:|', undefined, 'capcode:dev'],
    ['ext:|', undefined, 'ext:flac'],
  ])('%s', async (marked, text, expected) => {
    expect(await after(marked, text)).toBe(expected);
  });

  test.each([
    'http://a|',
    '"a phrase|',
    '"a phrase"|',
    'board:nowhere|',
    'width:x|',
    'trip:!x|',
    'nobodywouldwritethis|',
  ])('are empty if there are none: %s', async (marked) => {
    expect(await completed(marked)).toEqual([]);
  });

  test('for an empty query are the fields with descriptions', async () => {
    const list = await completed('|');
    expect(list.length).toBeGreaterThan(10);
    for (const { kind, description } of list)
      expect({ kind, description }).toEqual({ kind: 'field', description: expect.any(String) });
  });

  test('for boards contain titles and post counts', async () => {
    const list = await completed('board:g|');
    expect(list.map(({ text, description, count }) => ({ text, description, count }))).toEqual([
      { text: 'g', description: 'Title of g', count: 13 },
      { text: 'gif', description: 'Title of gif', count: 0 },
    ]);
    expect(texts(await completed('board:title|'))).toEqual(['ck', 'g', 'gif']);
  });

  test('for tripcodes of both kinds are sorted by frequency, and each finds its posts', async () => {
    const list = await completed('trip:Heron|');
    expect(list.map(({ text, count }) => [text, count])).toEqual([
      ['!Heron1', 3],
      ['!!Heron3+/', 1],
      ['!Heron2', 1],
    ]);
    for (const { text, count } of list) {
      expect((await server.search({ q: `trip:${text}` })).body).toMatchObject({ total: { value: count } });
    }
  });
});

async function emoji(q: string, headers: Record<string, string> = {}): Promise<string[]> {
  const { body } = await server.get(`/api/v1/search/complete?${new URLSearchParams({ q }).toString()}`, headers);
  const list = (body as CompletionAnswer).completions.filter(({ kind }) => kind === 'emoji');
  return list.map(({ text, description }) => `${text} ${description}`);
}

describe('emoji', () => {
  const german = { 'accept-language': 'de-AT, en;q=0.5' };

  test.each([
    [':heart', {}, '❤️ red heart'],
    ['heart', {}, '❤️ red heart'],
    ['red HEART', {}, '❤️ red heart'],
    ['pirate', {}, '🏴\u200D☠️ pirate flag'],
    [':+1', {}, '👍 thumbs up'],
    [':+1:', {}, '👍 thumbs up'],
    ['german', {}, '🇩🇪 flag: Germany'],
    ['eiswurfel', german, '🧊 Eiswürfel'],
    ['deutschl', german, '🇩🇪 Flagge: Deutschland'],
    [':joy', german, '😂 Gesicht mit Freudentränen'],
    ['ハート', { cookie: 'language=ja' }, '♥️ ハート'],
    ['犬', { 'accept-language': 'ja' }, '🦴 骨'],
    ['skull', { 'accept-language': 'fr' }, '💀 skull'],
    ['eiswürfel', {}, undefined],
    ['he', {}, undefined],
    ['subject:heart', {}, undefined],
  ] as const)('%s, with the headers %j', async (q, headers, first) => {
    expect((await emoji(q, headers))[0]).toBe(first);
  });

  test('replace the word, after other completions, and only a few of a bare word', async () => {
    expect(await after('old :heart| love')).toBe('old ❤️ love');
    expect((await completed('flag|')).map(({ kind }) => kind)).toEqual(['field', 'emoji', 'emoji', 'emoji']);
    expect(await emoji(':flag')).toHaveLength(20);
  });
});

describe('completions of an empty field', () => {
  test('are the values of visible posts, with counts and meanings', async () => {
    const list = async (field: string) =>
      (await completed(`${field}:|`)).map(({ text, count, description }) => [text, count, description]);
    expect(await list('country')).toEqual([
      ['FI', 2, 'Finland'],
      ['troll:ac', 1, null],
    ]);
    expect(await list('capcode')).toEqual([
      ['dev', 2, 'developers'],
      ['mod', 1, 'moderators'],
    ]);
    expect(await list('name')).toEqual([
      ['"Grey Heron"', 1, null],
      ['"Grey Wagtail"', 1, null],
    ]);
    expect(texts(await completed('trip:|'))).toEqual(['!Heron1', '!!Heron3+/', '!Heron2', '!Stork']);
  });

  test('include countries without posts for typed text', async () => {
    expect(texts(await completed('country:f|'))).toEqual(['FI', ...texts(await completed('country:f|')).slice(1)]);
    expect(texts(await completed('country:f|'))).toContain('FR');
  });
});

const hide = async (num: number) =>
  moderate(pool, {
    action: 'hide',
    board: { id: boardId, name: 'g' },
    posts: [{ num, subnum: 0 }],
    threads: false,
    actor: 'warden',
    secret: await wardenOf(world().pool),
    reason: null,
    now: NOW,
  });

test('exclude the tripcode of a just hidden post, although the index still has it', async () => {
  const [post] = await archive.storeAndIndex('g', [
    { num: 30, tripcode: '!Ibis', name: 'Sacred Ibis' },
    { num: 31, tripcode: '!Ibis' },
  ]);
  expect(await completed('trip:Ibi|')).toMatchObject([{ text: '!Ibis', count: 2 }]);
  await hide(post?.num ?? 0);
  expect(await completed('trip:Ibi|')).toMatchObject([{ text: '!Ibis', count: 1 }]);
  expect(await completed('name:Sacred|')).toEqual([]);
  await hide(31);
  expect(await completed('trip:Ibi|')).toEqual([]);
});

test('of names ignore accents and forms of letters, and begin with the written text', async () => {
  await archive.storeAndIndex('g', [
    { num: 40, name: 'Ｋåjã Ωμέγα' },
    { num: 41, name: 'Kaja' },
    { num: 42, name: 'not kaja' },
  ]);
  expect(texts(await completed('name:KAJ|'))).toEqual(['Kaja', '"Ｋåjã Ωμέγα"']);
  expect(texts(await completed('name:Kájâ|'))).toEqual(['Kaja', '"Ｋåjã Ωμέγα"']);
  expect(texts(await completed('name:"kaja ΩΜΕ|'))).toEqual(['"Ｋåjã Ωμέγα"']);
});

test('lack only the values of posts while Elasticsearch is unavailable', async () => {
  const away = await givenServer(world(), { elasticsearchUrls: [`http://127.0.0.1:${await freePort()}`] });
  expect(texts(await completed('board:g|', away))).toEqual(['g', 'gif']);
  expect(await completed('trip:Heron|', away)).toEqual([]);
  expect(texts(await completed('capcode:m|', away))).toEqual(['mod', 'manager']);
  await away.close();
});

test('a caret beyond the end of the query counts as its end, and a query that is too long is refused', async () => {
  const { body } = await server.get('/api/v1/search/complete?q=ck&at=999');
  expect((body as CompletionAnswer).completions).toMatchObject([{ text: 'board:ck', from: 0, to: 2 }]);
  expect((await server.get(`/api/v1/search/complete?q=${'a'.repeat(2_000)}`)).status).toBe(400);
  expect((await server.get('/api/v1/search/complete?q=a&at=-1')).status).toBe(400);
});

describe('a browser that has this archive as a search engine', () => {
  test('receives an OpenSearch description with addresses of this site', async () => {
    const { status, body, headers } = await server.get('/opensearch.xml', { host: 'archive.example.org' });
    expect({ status, type: headers['content-type'] }).toEqual({
      status: 200,
      type: 'application/opensearchdescription+xml; charset=utf-8',
    });
    expect(body).toContain('template="http://archive.example.org/search?q={searchTerms}"');
    expect(body).toContain('template="http://archive.example.org/api/v1/search/suggestions?q={searchTerms}"');
  });

  test('receives complete, valid queries as suggestions', async () => {
    const { body, headers } = await server.get('/api/v1/search/suggestions?q=heron%20is:fi');
    expect(headers['content-type']).toBe('application/x-suggestions+json; charset=utf-8');
    const answer = body as Suggestions;
    expect(answer).toEqual(['heron is:fi', ['heron is:file-deleted'], ['file deleted at the source']]);
    expect((await server.search({ q: answer[1][0] ?? '' })).status).toBe(200);
    expect((await server.get('/api/v1/search/suggestions?q=')).body).toEqual(['', [], []]);
  });
});
