import { describe, expect, test } from 'vitest';
import { charsetOf } from '../../../../scraper/sources/charset-labels.ts';
import { beginningOf, decodeText } from '../../../../scraper/sources/pipermail/charset.ts';
import { decodeField } from '../../../../scraper/sources/pipermail/encoded-words.ts';
import { fieldOf, readValue, splitHead } from '../../../../scraper/sources/pipermail/head.ts';

/** Bytes as strings with one character per byte. */
const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex').toString('latin1');
const utf8 = (text: string) => Buffer.from(text).toString('latin1');
const read = (text: string, declared: string | null, fallback = 'windows-1252') =>
  decodeText(text, { declared, fallback });

describe('labels of charsets', () => {
  test.each([
    ['UTF-8', 'utf-8'],
    ['utf-8*de', 'utf-8'],
    ['utf-8\tcharset="iso-8859-1"', 'utf-8'],
    ['"iso-8859-2"', 'iso-8859-2'],
    ['iso_8859-2', 'iso-8859-2'],
    ['cp1251', 'windows-1251'],
    ['cp-1250', 'windows-1250'],
    ['windows-31j', 'shift_jis'],
    ['cp949', 'euc-kr'],
    ['iso-8859-8-i', 'iso-8859-8-i'],
    ['unicode-1-1-utf-7', 'utf-7'],
    ['us-ascii', null],
    ['unknown-8bit', null],
    ['klingon', null],
    ['', null],
  ])('%s means %s', (label, charset) => {
    expect(charsetOf(label)).toBe(charset);
  });
});

describe('a text with a declared charset', () => {
  test.each([
    ['koi8-r', 'f0 d2 c9 d7 c5 d4', 'Привет'],
    ['iso-8859-15', 'a4', '€'],
    ['iso-2022-jp', '1b 24 42 46 7c 4b 5c 38 6c 1b 28 42', '日本語'],
    ['utf-7', '47 2b 41 50 59 2d 72 61 6e', 'Göran'],
    ['euc-jp', 'c6 fc cb dc b8 ec', '日本語'],
    ['gbk', 'c4 e3 ba c3', '你好'],
  ])('is decoded by %s', (declared, hex, text) => {
    expect(read(bytes(hex), declared)).toMatchObject({
      text,
      rule: 'declared',
      isWronglyDeclared: false,
      undeclared: '',
    });
  });

  test.each([
    ['iso-2022-jp, but is UTF-8', 'iso-2022-jp', utf8('ほげ'), 'ほげ', 'utf-8'],
    ['Latin-1, but is UTF-8', 'iso-8859-1', utf8('Göran — då'), 'Göran — då', 'utf-8'],
    ['UTF-8, but is Latin-1', 'utf-8', bytes('47 f6 72 61 6e'), 'Göran', 'fallback'],
    ['EUC-KR, but has a broken character', 'euc-kr', `${bytes('c7 d1')}\n${bytes('47 f6')}`, '한\nGö', 'fallback'],
    ['UTF-8, but quotes Latin-1', 'utf-8', `${utf8('Łódź')}\n> ${bytes('47 f6')}`, 'Łódź\n> Gö', 'mixed'],
  ])('that is declared as %s, is decoded by its bytes', (_what, declared, text, right, rule) => {
    expect(read(text, declared)).toMatchObject({ text: right, rule, isWronglyDeclared: true });
  });

  test('UTF-8 under a label of two bytes per character stays as declared: short Chinese texts may be valid UTF-8', () => {
    expect(read(bytes('c2 b7'), 'gbk').rule).toBe('declared');
  });
});

describe('a text without a charset', () => {
  test.each([
    ['ISO-2022-JP', bytes('1b 24 42 46 7c 4b 5c 1b 28 42 20 6f 6b'), '日本 ok', 'escapes'],
    ['ISO-2022-KR', `${bytes('1b 24 29 43')}a ${bytes('0e 47 51 0f')} b`, 'a 한 b', 'escapes'],
    ['HZ', '~{<:Ky2;NpJ)~} ok', '己所不勿施 ok', 'escapes'],
    ['UTF-7', 'G+APY-ran s+AOQ-ger', 'Göran säger', 'escapes'],
    ['UTF-8', utf8('Καλημέρα'), 'Καλημέρα', 'utf-8'],
    ['UTF-8 that quotes Latin-1', `${utf8('Göran')}\n> ${bytes('47 f6')}`, 'Göran\n> Gö', 'mixed'],
    ['ASCII', 'plain', 'plain', 'ascii'],
    [
      'ASCII that looks like UTF-7',
      'REST+API-based, REST+API-only, a+abc-b',
      'REST+API-based, REST+API-only, a+abc-b',
      'ascii',
    ],
    ['ASCII that looks like HZ', 'perl ~{x~}', 'perl ~{x~}', 'ascii'],
  ])('is read as %s', (_what, text, right, rule) => {
    expect(read(text, null)).toMatchObject({ text: right, rule, isWronglyDeclared: false });
  });

  test.each([
    ['iso-8859-2', 'a3 f3 64 bc', 'Łódź'],
    ['windows-1251', 'cf f0 e8 e2 e5 f2', 'Привет'],
    ['iso-8859-7', 'ca e1 eb e7 ec dd f1 e1', 'Καλημέρα'],
    ['iso-8859-9', 'dd 73 74 61 6e 62 75 6c', 'İstanbul'],
    ['euc-jp', 'c6 fc cb dc b8 ec', '日本語'],
    ['shift_jis', '93 fa 96 7b 8c ea', '日本語'],
    ['big5', 'a4 a4 a4 e5', '中文'],
    ['euc-kr', 'b8 de c0 cf', '메일'],
  ])('is decoded by the fallback of the board, %s, where nothing else fits', (fallback, hex, text) => {
    expect(read(bytes(hex), null, fallback)).toMatchObject({
      text,
      rule: 'fallback',
      isWronglyDeclared: false,
      undeclared: bytes(hex),
    });
    expect(read(utf8('Łódź'), null, fallback).text).toBe('Łódź');
  });

  test('a line that is cut within ISO-2022-JP damages only itself', () => {
    const cut = bytes('1b 24 42 46 7c 4b');
    const { text } = read(`${cut}\n${bytes('1b 24 42 46 7c 4b 5c 1b 28 42')}`, null);
    expect(text).toMatch(/^日.?\n日本$/);
  });
});

describe('encoded words', () => {
  test.each([
    ['split within a character, base64 with padding', '=?utf-8?B?5pel5g==?=\n =?utf-8?B?nKzoqp4=?=', '日本語'],
    ['split within a group of base64', '=?utf-8?B?5pel5py?=  =?utf-8?B?s6Kqe?=', '日本語'],
    ['of two encodings', '=?utf-8?Q?G=C3?= =?utf-8?B?tnJhbg==?=', 'Göran'],
    ['of two labels for one charset', '=?utf-8?Q?G=C3?= =?UTF8*sv?Q?=B6ran?=', 'Göran'],
    ['of two charsets, within a character', '=?utf-8?Q?G=C3?= =?iso-8859-1?Q?=B6ran?=', 'Göran'],
    ['of two charsets', '=?iso-8859-2?Q?=A3=F3d=BC?= =?utf-8?Q?_=C5=81?=', 'Łódź Ł'],
    ['glued together', 'x =?utf-8?Q?G=C3=B6?==?utf-8?Q?ran_ny?=', 'x Göran ny'],
    ['with spaces and question marks', '=?utf-8?Q?was? G=C3=B6ran ??=', 'was? Göran ?'],
    ['in ISO-2022-JP', '=?ISO-2022-JP?B?GyRCRnxLXBsoQg==?= =?ISO-2022-JP?B?GyRCOGwbKEI=?=', '日本語'],
    ['that are Latin-1 under the label UTF-8', '=?utf-8?Q?G=F6ran?=', 'Göran'],
    ['without a known charset', '=?unknown-8bit?Q?G=F6ran?=', 'Göran'],
    ['beside bytes', `Re: ${utf8('Göran')} =?utf-8?Q?=C3=A5?= b`, 'Re: Göran å b'],
  ])('%s', (_what, field, text) => {
    expect(decodeField(field, 'windows-1252')).toBe(text);
  });
});

function paramsOf(field: string) {
  const { head } = splitHead(`Content-Type: ${field}\n\n`);
  return Object.fromEntries(readValue(fieldOf(head, 'content-type'), 'windows-1252').params);
}

describe('parameters of header fields', () => {
  test.each([
    ['in parts, within a character', "a/b; name*0*=utf-8'sv'G%C3; name*1*=%B6ran; name*2=.txt", { name: 'Göran.txt' }],
    ['in one encoded part', "a/b; filename*=iso-8859-1''G%F6ran", { filename: 'Göran' }],
    [
      'with comments and folded lines',
      'a/b (c);\n\tboundary="x y" (end); charset=utf-8',
      { boundary: 'x y', charset: 'utf-8' },
    ],
    ['with parentheses in a name', 'a/b; name=Invoice(1).pdf', { name: 'Invoice(1).pdf' }],
    ['twice: the first one counts', 'a/b; boundary="b"; boundary="c"', { boundary: 'b' }],
    ['without an end quote', 'a/b; boundary="b', { boundary: 'b' }],
  ])('%s', (_what, field, expected) => {
    expect(paramsOf(field)).toEqual(expected);
  });
});

test('a text that is cut ends with a whole character', () => {
  const japanese = bytes('93 fa 96 7b 0a 93 fa 96 7b');
  expect(beginningOf(japanese, 9)).toBe(japanese);
  expect(beginningOf(japanese, 8)).toBe(bytes('93 fa 96 7b 0a'));
  expect(beginningOf(bytes('93 fa 96'), 2)).toBe(bytes('93 fa'));
});
