import { describe, expect, test } from 'vitest';
import { analyze } from '../../../../../mappings/text-analysis/analyze.ts';
import { parse } from '../../../../../server/search/language/parse.ts';
import { merged, textMatcher, type MarkedField } from '../../../../../server/search/marks/match-text.ts';

/** The texts with brackets around the matches; null if they do not match. */
function marked(query: string, texts: Partial<Record<MarkedField, string>>): unknown {
  const matcher = textMatcher(parse(query).root);
  if (matcher === null) return 'nothing to mark';
  const marks = matcher(
    (field) => analyze(texts[field] ?? '', field === 'media_name' ? 'post_file' : 'post_text'),
    texts,
  );
  if (marks === null) return null;
  const bracketed = Object.entries(marks).map(([field, ranges]) => {
    let text = texts[field as MarkedField] ?? '';
    for (const [start, end] of merged(ranges).toReversed())
      text = `${text.slice(0, start)}[${text.slice(start, end)}]${text.slice(end)}`;
    return [field, text];
  });
  return Object.fromEntries(bracketed);
}

describe('in a comment', () => {
  test.each([
    ['a word, folded', 'cafe', 'Café CAFE\u0301 cafes', '[Café] [CAFE\u0301] cafes'],
    ['a phrase as one range', '"red green"', 'green red green red', 'green [red green] red'],
    ['a phrase that repeats its word', '"red red"', 'red red red', '[red red red]'],
    ['a word that the analysis splits', 'anon-san', 'Anon-san, anon san', '[Anon-san], [anon san]'],
    ['a beginning', 'kern*', 'kernel kern unkern', '[kernel] [kern] unkern'],
    ['a word and the beginning of another', 'big-pan*', 'big panic, big cat', '[big panic], big cat'],
    ['pairs of characters', '日本', '日本語 日 本', '[日本]語 日 本'],
    ['a single character', '日', '昨日 日本', '昨[日] [日]本'],
    ['characters and a word', '"日本 cat"', '西日本 cat', '西[日本 cat]'],
    ['names with signs', 'c#', 'C# is not c', '[C#] is not c'],
    ['each word of several', 'red blue', 'blue green red', '[blue] green [red]'],
    ['what is met of an OR', '(red blue) OR green', 'red green', 'red [green]'],
    ['nothing that must be absent', 'red -green', 'red', '[red]'],
    ['words beside other conditions', 'board:g is:op red', 'red', '[red]'],
    ['text behind characters of two units', 'cat', '😀 cat 𝒜', '😀 [cat] 𝒜'],
  ])('%s', (_, query, comment, expected) => {
    expect(marked(query, { comment })).toEqual({ comment: expected });
  });
});

test('each field is marked by the words of its own conditions', () => {
  const texts = { comment: 'red', subject: 'red', media_name: 'my_red.cat' };
  expect(marked('red', texts)).toEqual({ comment: '[red]', subject: '[red]' });
  expect(marked('subject:red', texts)).toEqual({ subject: '[red]' });
  expect(marked('file:red', texts)).toEqual({ media_name: 'my_[red].cat' });
  expect(marked('file:red.jpg', texts)).toEqual({ media_name: 'my_[red].cat' });
});

test('a text without a match is distinguished from one with nothing to mark', () => {
  expect(marked('red', { comment: 'green' })).toBeNull();
  expect(marked('red green', { comment: 'green' })).toBeNull();
  expect(marked('red OR is:op', { comment: 'green' })).toEqual({});
  expect(marked('board:g -red', { comment: 'green' })).toBe('nothing to mark');
  expect(marked('name:red', { comment: 'red' })).toBe('nothing to mark');
});

test('parts of words are marked where they are', () => {
  const texts = { subject: 'Kernel unkern', media_name: 'My_Wallpaper-kern' };
  expect(marked('subject:*kern*', texts)).toEqual({ subject: '[Kern]el un[kern]' });
  expect(marked('subject:*kern file:*paper_k*', texts)).toEqual({
    subject: 'Kernel un[kern]',
    media_name: 'My_Wall[paper-k]ern',
  });
  expect(marked('file:*kern.jpg', texts)).toEqual({ media_name: 'My_Wallpaper-[kern]' });
  expect(marked('file:*zebra*', texts)).toBeNull();
  expect(marked('-file:*paper*', texts)).toBe('nothing to mark');
});

test('words of the comment are not marked in text that the site added, and the other way round', () => {
  const texts = { comment: 'a camera', exif: 'Camera Model: Box', notices: '(USER WAS BANNED)' };
  expect(marked('camera', texts)).toEqual({ comment: 'a [camera]' });
  expect(marked('exif:"camera model"', texts)).toEqual({ exif: '[Camera Model]: Box' });
  expect(marked('notice:bann*', texts)).toEqual({ notices: '(USER WAS [BANNED])' });
});
