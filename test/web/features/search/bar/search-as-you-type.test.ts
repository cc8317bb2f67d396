import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  queryWhileTyping,
  DEBOUNCE_MS,
  SearchAsYouType,
} from '../../../../../web/src/features/search/bar/search-as-you-type.ts';

/** `^` marks the caret, which is otherwise at the end. */
function typed(written: string): string | null {
  const caret = written.indexOf('^');
  return queryWhileTyping(written.replace('^', ''), caret === -1 ? written.length : caret);
}

describe('a query is searched while it is typed', () => {
  test.each([
    ['heron', 'heron*'],
    ['heron^ ', 'heron'],
    ['grey h^eron', 'grey heron'],
    ['grey her', 'grey her*'],
    ['grey he', 'grey he'],
    ['-grey heron -egr', '-grey heron -egr'],
    ['  grey heron ', 'grey heron'],
    ['"grey heron"', '"grey heron"'],
    ['“grey heron” -egret', '“grey heron” -egret'],
    ['heron -"grey goose"', 'heron -"grey goose"'],
    ['鷺', '鷺'],
    ['c#', 'c#'],
    ['don’t', 'don’t'],
    ['board:g heron', 'board:g heron*'],
    ['heron board:g ', 'heron board:g'],
    ['hero^n board:g', 'heron board:g'],
    ['heron is:op,reply -has:file x', 'heron is:op,reply -has:file x'],
  ])('%j', (written, query) => {
    expect(typed(written)).toBe(query);
  });
});

describe('expensive, incomplete and empty queries wait for Enter', () => {
  test.each([
    '',
    '   ',
    'h',
    '-heron',
    '-',
    'heron -',
    '"grey her',
    'heron "',
    'heron (egret',
    '(heron OR egret)',
    'heron OR',
    'heron | egret',
    'her*',
    'heron board:',
    'heron board:g',
    'board:g^ heron',
    'board:g',
    'op.subject:heron ',
    'op.comment:"grey heron" heron',
    'name:heron x',
    'heron sort:relevance ',
    'heron after:2014 ',
    'length:>5 heron',
    '>>123',
    'heron >',
    'http://example.org/',
    'x'.repeat(201),
  ])('%j', (written) => {
    expect(typed(written)).toBeNull();
  });
});

const rest = async (ms = DEBOUNCE_MS) => vi.advanceTimersByTimeAsync(ms);
const settle = async () => vi.advanceTimersByTimeAsync(0);

describe('while typing', () => {
  interface Asked {
    readonly q: string;
    readonly signal: AbortSignal;
    readonly answer: () => void;
    readonly fail: (error: Error) => void;
  }
  let asked: Asked[];
  let shown: string[];
  let busy: boolean[];
  let search: SearchAsYouType;

  beforeEach(() => {
    vi.useFakeTimers();
    [asked, shown, busy] = [[], [], []];
    search = new SearchAsYouType({
      ask: async (q, signal) =>
        new Promise((resolve, reject) => {
          asked.push({ q, signal, answer: resolve, fail: reject });
        }),
      show: (q) => shown.push(q),
      onLoading: (isBusy) => busy.push(isBusy),
      isRateLimited: (error) => error instanceof Error && error.message === 'too many',
    });
  });
  afterEach(() => vi.useRealTimers());

  const queries = () => asked.map(({ q }) => q);

  test('nothing is requested before a pause, and then only the last query', async () => {
    for (const q of ['he', 'her', 'hero', 'heron']) {
      search.type(q, '');
      await rest(DEBOUNCE_MS - 1);
    }
    expect(queries()).toEqual([]);
    await rest(1);
    expect(queries()).toEqual(['heron']);
    expect(busy).toEqual([true]);
    asked[0]?.answer();
    await settle();
    expect(shown).toEqual(['heron']);
    expect(busy).toEqual([true, false]);
  });

  test('a request in flight is aborted for a newer one, and its answer is never shown', async () => {
    search.type('her', '');
    await rest();
    search.type('heron', '');
    expect(asked[0]?.signal.aborted).toBe(true);
    await rest();
    asked[1]?.answer();
    await settle();
    // The network may still answer an aborted request.
    asked[0]?.answer();
    await settle();
    expect(shown).toEqual(['heron']);
    expect(busy.at(-1)).toBe(false);
  });

  test('an answer that arrives while the next word is typed is not shown', async () => {
    search.type('her', '');
    await rest();
    search.type('heron', '');
    asked[0]?.answer();
    await settle();
    expect(shown).toEqual([]);
  });

  test('a text that stops being a query cancels the request', async () => {
    search.type('heron', '');
    await rest();
    search.type(null, '');
    expect(asked[0]?.signal.aborted).toBe(true);
    await rest();
    expect(queries()).toEqual(['heron']);
    expect(busy).toEqual([true, false]);
  });

  test('the query on the page and the query in flight are not requested again', async () => {
    search.type('heron', 'heron');
    await rest();
    expect(queries()).toEqual([]);
    search.type('egret', 'heron');
    await rest();
    search.type('egret', 'heron');
    await rest();
    expect(queries()).toEqual(['egret']);
    expect(asked[0]?.signal.aborted).toBe(false);
  });

  test('after a 429 nothing is requested until Enter', async () => {
    search.type('her', '');
    await rest();
    asked[0]?.fail(new Error('too many'));
    await settle();
    expect(busy).toEqual([true, false]);
    search.type('heron', '');
    await rest();
    expect(queries()).toEqual(['her']);
    search.entered();
    search.type('egret', '');
    await rest();
    expect(queries()).toEqual(['her', 'egret']);
  });

  test('any other failure is silent, and the next query is requested as usual', async () => {
    search.type('her', '');
    await rest();
    asked[0]?.fail(new Error('away'));
    await settle();
    expect(shown).toEqual([]);
    search.type('heron', '');
    await rest();
    expect(queries()).toEqual(['her', 'heron']);
  });

  test('submitting or leaving cancels the typed query', async () => {
    search.type('her', '');
    search.stop();
    await rest();
    expect(queries()).toEqual([]);
    search.type('heron', '');
    await rest();
    search.entered();
    asked[0]?.answer();
    await settle();
    expect(shown).toEqual([]);
  });
});
