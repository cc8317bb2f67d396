import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ParameterError, readFoolFuukaParams, type FoolFuukaParams } from '../../../server/foolfuuka/search-params.ts';
import { MAX_VALUES } from '../../../../../server/search/language/limits.ts';
import { parse } from '../../../../../server/search/language/parse.ts';
import { print } from '../../../../../server/search/language/print.ts';
import { leavesOf } from '../../../../../server/search/language/tree.ts';
import { bare } from '../../../../../test/unit/server/search/language/tree.ts';

const MD5 = 'Y+vxZgoBHLQWtNj6VlGPdw==';

function printed(params: FoolFuukaParams): string {
  return print(readFoolFuukaParams(params).query);
}

describe('a parameter becomes', () => {
  test.each<[FoolFuukaParams, string]>([
    [{}, ''],
    [{ boards: 'a.G' }, 'board:a,g'],
    [{ boards: ['a', 'g.ck'] }, 'board:a,g,ck'],
    [{ board: 'a' }, 'board:a'],
    [{ board: '_', boards: '' }, ''],
    [{ text: 'foo' }, 'comment:foo'],
    [{ tnum: '192166777' }, 'thread:192166777'],
    [{ subject: 'kernel general' }, 'subject:kernel subject:general'],
    [{ subject: '"kernel -a|b* gener*"' }, 'subject:kernel subject:"-a|b*" subject:gener*'],
    [{ username: 'Anonymous' }, 'name:Anonymous'],
    [{ tripcode: '!Ep8pui8Vw2' }, 'trip:!Ep8pui8Vw2'],
    [{ tripcode: 'Ep8pui8Vw2' }, 'trip:!Ep8pui8Vw2,!!Ep8pui8Vw2'],
    [{ email: 'a, b@example.org' }, 'email:"a, b@example.org"'],
    [{ uid: 'ZcZ1gRnS' }, 'id:ZcZ1gRnS'],
    [{ country: 'de' }, 'country:DE'],
    [{ country: 'US|DE' }, 'country:US,DE'],
    [{ filename: 'cat.jpg' }, 'file:cat.jpg'],
    [{ image: MD5 }, `md5:${MD5}`],
    [{ image: 'Y-vxZgoBHLQWtNj6VlGPdw' }, `md5:${MD5}`],
    [{ image: 'Y+vxZgoBHLQWtNj6VlGPdw' }, `md5:${MD5}`],
    [{ width: '1920' }, 'width:1920'],
    [{ height: '1080' }, 'height:1080'],
    [{ since4pass: '2017' }, 'since4pass:2017'],
    [{ start: '2019-03-05' }, 'after:2019-03-05'],
    [{ end: '2019-03-05' }, 'before:2019-03-05'],
    [{ start: '2019-3-5' }, 'after:2019-03-05'],
    [{ capcode: 'user' }, '-has:capcode'],
    [{ capcode: 'mod' }, 'capcode:mod'],
    [{ capcode: 'Admin' }, 'capcode:admin'],
    [{ capcode: 'dev' }, 'capcode:dev'],
    [{ capcode: 'ver' }, 'capcode:verified'],
    [{ capcode: 'founder' }, 'capcode:founder'],
    [{ capcode: 'manager' }, 'capcode:manager'],
    [{ filter: 'text' }, 'has:file'],
    [{ filter: 'image' }, '-has:file'],
    [{ filter: 'spoiler' }, 'has:file is:spoiler'],
    [{ filter: 'not-spoiler' }, 'has:file -is:spoiler'],
    [{ deleted: 'deleted' }, 'is:deleted'],
    [{ deleted: 'not-deleted' }, '-is:deleted'],
    [{ ghost: 'only' }, 'is:ghost'],
    [{ ghost: 'none' }, '-is:ghost'],
    [{ type: 'sticky' }, 'is:sticky'],
    [{ type: 'op' }, 'is:op'],
    [{ type: 'posts' }, 'is:reply'],
    [{ results: 'thread' }, 'group:thread'],
    [{ results: 'all' }, ''],
    [{ order: 'asc' }, 'sort:old'],
    [{ order: 'desc' }, 'sort:new'],
  ])('%j: %s', (params, query) => {
    expect(printed(params)).toBe(query);
  });

  test('a page of the answer, but not a part of the query', () => {
    expect(readFoolFuukaParams({ page: '3' })).toEqual({ query: { root: null, sort: null, group: null }, page: 3 });
    expect(readFoolFuukaParams({}).page).toBe(1);
  });

  test('a condition beside all others', () => {
    const params = {
      boards: 'g',
      text: 'kernel -nvidia',
      subject: 'general',
      type: 'posts',
      end: '2020',
      order: 'asc',
      results: 'thread',
      page: '2',
    };
    expect(printed(params)).toBe(
      'board:g comment:kernel -comment:nvidia subject:general is:reply before:2020 group:thread sort:old',
    );
  });

  test('nothing if it is empty, since a form sends all its fields, or if it is unknown', () => {
    const names = ['text', 'subject', 'image', 'width', 'start', 'capcode', 'page', 'order'];
    expect(printed(Object.fromEntries(names.map((name) => [name, ' '])))).toBe('');
    expect(printed({ task: 'search', poster_ip: '127.0.0.1', constructor: 'x' })).toBe('');
  });

  test('the last value of a repeated name', () => {
    expect(printed({ subject: ['a', 'b'] })).toBe('subject:b');
  });
});

describe('text is read as Sphinx reads it', () => {
  test.each([
    ['a b', 'comment:a comment:b'],
    ['a b|c d', 'comment:a (comment:b OR comment:c) comment:d'],
    ['a | b | "c d"', 'comment:a OR comment:b OR comment:"c d"'],
    ['a -b -"c d"', 'comment:a -comment:b -comment:"c d"'],
    ['a|-b', 'comment:a OR -comment:b'],
    ['anon-san', 'comment:anon-san'],
    ['"kernel general"', 'comment:"kernel general"'],
    ['kern* ke* f**k', 'comment:kern* comment:"ke*" comment:f**k'],
    ['--a - -- -', 'comment:a comment:- comment:-- comment:-'],
    ['| a | ', 'comment:a'],
    ['| |', 'comment:"| |"'],
    ['5" disk', 'comment:5" comment:disk'],
    ['""', String.raw`comment:"\"\""`],
    ['>>123 ->>>/g/5', 'quotes:123 -quotes:g/5'],
    // FoolFuuka escapes these characters, so they are part of words.
    [
      '@title (a) !b ~c "d e"~3 ^f$ =g &',
      'comment:@title comment:"(a)" comment:!b comment:~c comment:"d e" comment:~3 comment:^f$ comment:"=g" comment:&',
    ],
    ['board:g OR sort:new', 'comment:board:g comment:OR comment:sort:new'],
  ])('%s', (text, query) => {
    expect(printed({ text })).toBe(query);
  });
});

describe('an invalid value is refused by name', () => {
  test.each<[FoolFuukaParams, string]>([
    [{ page: '0' }, 'page'],
    [{ page: '-1' }, 'page'],
    [{ page: 'x' }, 'page'],
    [{ page: '99999999' }, 'page'],
    [{ tnum: 'x' }, 'tnum'],
    [{ tnum: '99999999999999999' }, 'tnum'],
    [{ width: '-1' }, 'width'],
    [{ height: '1e3' }, 'height'],
    [{ since4pass: 'yes' }, 'since4pass'],
    [{ start: 'tomorrow' }, 'start'],
    [{ end: '2019-02-30' }, 'end'],
    [{ end: '7d' }, 'end'],
    [{ start: '2019..2020' }, 'start'],
    [{ capcode: 'moot' }, 'capcode'],
    [{ capcode: '__proto__' }, 'capcode'],
    [{ filter: 'images' }, 'filter'],
    [{ deleted: '1' }, 'deleted'],
    [{ ghost: 'yes' }, 'ghost'],
    [{ type: 'reply' }, 'type'],
    [{ results: 'threads' }, 'results'],
    [{ order: 'random' }, 'order'],
    [{ image: 'x' }, 'image'],
    [{ text: 'x'.repeat(513) }, 'text'],
    [{ text: 'x '.repeat(33) }, 'text'],
    [{ text: 'aaa* bbb* ccc* ddd* eee*' }, 'text'],
  ])('%j', (params, name) => {
    expect(() => readFoolFuukaParams(params)).toThrow(ParameterError);
    expect(() => readFoolFuukaParams(params)).toThrow(
      expect.objectContaining({
        status: 422,
        parameter: name,
        message: expect.stringMatching(`^The value for "${name}" is invalid\\. [A-Z].*\\.$`) as string,
      }),
    );
  });

  test('the number of boards is not limited', () => {
    const boards = Array.from({ length: 90 }, (_, index) => `b${index}`).join('.');
    expect([...leavesOf(readFoolFuukaParams({ boards }).query.root)]).toMatchObject([{ boards: { length: 90 } }]);
  });
});

const NAMES =
  'text subject username tripcode email uid country filename image start end capcode filter deleted ghost type results order width height tnum since4pass boards page';

const values = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.string({ unit: fc.constantFrom(...Array.from('ab| -"*()\\:!@>1')), maxLength: 16 }),
  fc.constantFrom(
    '1',
    '2019-03-05',
    'mod',
    'text',
    'deleted',
    'only',
    'op',
    'thread',
    'asc',
    'DE',
    MD5,
    'a.g',
    '\ud800',
  ),
);

test('any input is refused by name, or becomes a query that the search box parses to the same tree', () => {
  const all = fc.dictionary(fc.constantFrom(...NAMES.split(' ')), values, { maxKeys: 6 });
  let read = 0;
  fc.assert(
    fc.property(all, (params) => {
      try {
        const { query, page } = readFoolFuukaParams(params);
        expect(page).toBeGreaterThan(0);
        const { root, sort, group } = parse(print(query));
        expect(bare({ root, sort, group })).toEqual(bare(query));
        read += 1;
      } catch (error) {
        if (!(error instanceof ParameterError)) throw error;
        expect(error.status).toBe(422);
      }
    }),
    { numRuns: 2_000 },
  );
  expect(read).toBeGreaterThan(MAX_VALUES);
});
