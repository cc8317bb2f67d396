/** The bytes were made by Python's codecs. */
import { expect, test } from 'vitest';
import { textOfDocument } from '../../../../scraper/net/document-text.ts';

const documents: readonly [name: string, contentType: string | null, hex: string, text: string][] = [
  [
    'a thread of a 2ch-like board',
    'text/plain; charset=Shift_JIS',
    '96bc96b382b582b382f13c3e736167653c3e323030342f30352f3031289379292031323a30303a30302049443a6162633c3e20c3bdc482c582b78142816087403c3e8358838c',
    '名無しさん<>sage<>2004/05/01(土) 12:00:00 ID:abc<> ﾃｽﾄです。～①<>スレ',
  ],
  [
    'a Futaba page',
    null,
    '3c68746d6c3e3c686561643e3c4d45544120687474702d65717569763d22436f6e74656e742d54797065222020636f6e74656e743d22746578742f68746d6c3b20636861727365743d53686966745f4a4953223e3c7469746c653e93f18e9f8cb397a03c2f7469746c653e',
    '<html><head><META http-equiv="Content-Type"  content="text/html; charset=Shift_JIS"><title>二次元裏</title>',
  ],
  [
    'a page of a textboard in EUC-JP',
    'text/html; charset=x-euc-jp',
    '3c7469746c653eb7c7bca8c8c43c2f7469746c653e',
    '<title>掲示板</title>',
  ],
  [
    'a page in escape sequences',
    'text/html; charset=ISO-2022-JP',
    '3c7469746c653e1b244235443b764f3f1b28423c2f7469746c653e',
    '<title>議事録</title>',
  ],
  [
    'a Russian board',
    'application/json; charset=cp1251',
    '7b22636f6d223a22cff0e8e2e5f22c20e0edeeed227d',
    '{"com":"Привет, анон"}',
  ],
  [
    'the index of a Russian list',
    null,
    '3c21444f43545950452048544d4c3e3c48544d4c3e0a3c484541443e0a3c7469746c653ee1d2c8c9d73c2f7469746c653e0a3c4d45544120636861727365743d226b6f69382d72223e',
    '<!DOCTYPE HTML><HTML>\n<HEAD>\n<title>Архив</title>\n<META charset="koi8-r">',
  ],
  ['a Korean page', 'text/html; charset=ks_c_5601-1987', '3c703ebec8b3e73c2f703e', '<p>안녕</p>'],
  ['a Taiwanese page', 'text/html;charset="Big5"', '3c703eb4fab8d53c2f703e', '<p>測試</p>'],
  [
    'an XML document',
    null,
    '3c3f786d6c2076657273696f6e3d22312e302220656e636f64696e673d22474232333132223f3e3c703eb2e2cad43c2f703e',
    '<?xml version="1.0" encoding="GB2312"?><p>测试</p>',
  ],
];

test.each(documents)('%s is decoded by the charset that it declares', (_name, contentType, hex, text) => {
  expect(textOfDocument(Buffer.from(hex, 'hex'), contentType)).toEqual({ ok: true, text });
});

const utf8 = '{"com":"Grüße, 猫"}';

test.each([
  ['declares nothing', null],
  ['is declared as the default of its server', 'application/json; charset=iso-8859-1'],
  ['has an unknown label', 'text/html; charset=utf8x'],
])('UTF-8 that %s is read as UTF-8', (_name, contentType) => {
  expect(textOfDocument(Buffer.from(utf8), contentType)).toEqual({ ok: true, text: utf8 });
});

test('the charset of the header counts before that of the markup, unless the bytes do not fit it', () => {
  const page = Buffer.from('<meta charset="koi8-r">\xd0\xd2', 'latin1');
  expect(textOfDocument(page, 'text/html; charset=windows-1251')).toMatchObject({ text: expect.stringMatching(/РТ$/) });
  expect(textOfDocument(page, 'text/html; charset=utf-8')).toMatchObject({ text: expect.stringMatching(/пр$/) });
});

test('one character that the site cut in many does not cost the document', () => {
  const text = 'これは長い書き込みです。'.repeat(4);
  const cut = Buffer.concat([Buffer.from(text), Buffer.from('猫').subarray(0, 2), Buffer.from('"')]);
  expect(textOfDocument(cut, 'application/json; charset=utf-8')).toEqual({ ok: true, text: `${text}\uFFFD"` });
});

const refused: readonly [contentType: string | null, hex: string, problem: RegExp][] = [
  [null, 'cff0e8e2e5f2', /declares no other charset/],
  ['text/html; charset=utf-8', 'cff0e8e2e5f2', /declares no other charset/],
  ['text/html; charset=shift_jis', 'fdfefffd', /neither UTF-8 nor shift_jis/],
  ['text/html; charset=x-klingon', 'cff0e8e2e5f2', /"x-klingon" is unknown/],
];

test.each(refused)('%s over bytes that do not fit is refused', (contentType, hex, problem) => {
  expect(textOfDocument(Buffer.from(hex, 'hex'), contentType)).toEqual({
    ok: false,
    problem: expect.stringMatching(problem),
  });
});
