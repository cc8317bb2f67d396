import { perBoardFlag } from '../../../mappings/board-flags.ts';
import { describe, expect, test } from 'vitest';
import type { Board } from '../../../mappings/contract/board.ts';
import { parse } from '../../../server/search/language/parse.ts';
import { nextItem } from '../../../web/src/components/post/post-menu.tsx';
import { flagAddress } from '../../../web/src/lib/flags.ts';
import { externalLinks } from '../../../web/src/lib/external-links.ts';
import {
  capcodeSearch,
  countrySearch,
  nameSearch,
  posterIdSearch,
  posterSearch,
  subjectSearch,
  tripcodeSearch,
} from '../../../web/src/lib/post-searches.ts';
import { aPost } from '../posts.ts';

const queryOf = (address: string) => new URL(address, 'http://x').searchParams.get('q');

describe('the parts of a head', () => {
  test('lead to their searches', () => {
    expect(queryOf(nameSearch('Ann Lee', 'ck'))).toBe('board:ck full-name:"Ann Lee"');
    expect(queryOf(posterSearch({ name: 'Ann Lee', tripcode: null }))).toBe('full-name:"Ann Lee" -has:trip');
    expect(queryOf(posterSearch({ name: 'Ann', tripcode: '!Ab' }))).toBe('full-name:"Ann" trip:!Ab');
    expect(queryOf(tripcodeSearch('!!Ab/c.+1'))).toBe('trip:!!Ab/c.+1');
    expect(queryOf(posterIdSearch({ board: 'ck', posterid: 'aB+/3' }))).toBe('board:ck id:"aB+/3"');
    expect(queryOf(capcodeSearch('M'))).toBe('capcode:M');
    expect(queryOf(countrySearch(aPost(), 'SE'))).toBe('board:ck country:SE');
    expect(queryOf(countrySearch(aPost(), 'troll:pi'))).toBe('board:ck country:troll:pi');
    expect(queryOf(subjectSearch('rye'))).toBe('subject:"rye"');
  });

  test.each(['a "b" \\', 'OR', '-x', 'a,b', '(', '*', '>>1', '😀', 'ひろゆき＠どうやら管理人'])(
    'with %s are one condition that the language parses without a hint',
    (text) => {
      for (const address of [
        nameSearch(text, 'ck'),
        posterSearch({ name: text, tripcode: null }),
        posterSearch({ name: text, tripcode: text }),
        subjectSearch(text),
        tripcodeSearch(text),
        posterIdSearch({ board: 'ck', posterid: text }),
      ]) {
        expect(parse(queryOf(address) ?? '').hints).toEqual([]);
      }
    },
  );
});

describe('a flag', () => {
  test('is drawn for countries and the parts of the United Kingdom', () => {
    expect(flagAddress('SE')).toBe('/assets/flags/se.svg');
    expect(flagAddress('jp')).toBe('/assets/flags/jp.svg');
    expect(flagAddress('XK')).toBe('/assets/flags/xk.svg');
    expect(flagAddress('XS')).toBe('/assets/flags/gb-sct.svg');
  });

  test.each(['XX', 'troll:pi', 'A1', '', 'SWE'])('is not drawn for %s', (code) => expect(flagAddress(code)).toBeNull());
});

const board = (fields: Partial<Board>): Board => ({
  name: 'ck',
  title: '',
  worksafe: true,
  posts: 1,
  order: 'modified',
  ...perBoardFlag(() => false),
  public_log: false,
  last_post: null,
  source: { name: 'a.example', url: 'https://a.example/ck/', post_url: 'https://a.example/ck/{thread}#p{num}' },
  other_archives: [{ name: 'Another', post_url: 'https://b.example/{num}' }],
  ...fields,
});

describe('links elsewhere', () => {
  test('lead to the original and other archives, with the numbers of the post', () => {
    expect(externalLinks(aPost(), [board({})])).toEqual({
      original: { name: 'a.example', href: 'https://a.example/ck/100#p101' },
      archives: [{ name: 'Another', href: 'https://b.example/101' }],
    });
  });

  test('are missing for ghost posts, unknown boards, sources without pages and addresses that run scripts', () => {
    const nowhere = { original: null, archives: [] };
    expect(externalLinks(aPost({ subnum: 1 }), [board({})])).toEqual(nowhere);
    expect(externalLinks(aPost(), undefined)).toEqual(nowhere);
    expect(externalLinks(aPost({ board: 'g' }), [board({})])).toEqual(nowhere);
    const source = { name: 'a.example', url: 'https://a.example/', post_url: null };
    const scripted = [{ name: 'x', post_url: 'javascript:alert({num})' }];
    expect(externalLinks(aPost(), [board({ source, other_archives: scripted })])).toEqual(nowhere);
  });
});

describe('the menu', () => {
  test('wraps around when walked by keys', () => {
    expect(nextItem('ArrowDown', 2, 3)).toBe(0);
    expect(nextItem('ArrowUp', 0, 3)).toBe(2);
    expect([nextItem('Home', 1, 3), nextItem('End', 1, 3), nextItem('a', 1, 3)]).toEqual([0, 2, null]);
  });
});
