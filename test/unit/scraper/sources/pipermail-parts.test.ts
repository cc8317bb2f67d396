import { describe, expect, test } from 'vitest';
import { parseComment } from '../../../../mappings/comment/parse.ts';
import { commentPlainText } from '../../../../mappings/comment/plain-text.ts';
import { htmlText } from '../../../../scraper/sources/pipermail/html-text.ts';
import { pipermail } from '../../../../scraper/sources/pipermail/source.ts';
import { PART, READING } from './forms.ts';

const HEAD =
  'From: ann at hive.example (Ann)\nDate: Fri, 3 Jun 2016 12:00:00 +0200\nMessage-ID: <a@b>\nMIME-Version: 1.0';

async function readMail(head: string, body: string) {
  const mail = `From ann at hive.example  Fri Jun  3 10:00:00 2016\n${HEAD}\n${head}\n\n${body}\n\n`;
  const result = await pipermail.mail.readPart(Buffer.from(mail, 'latin1'), PART, READING);
  const message = result.ok ? result.value[0] : undefined;
  if (!result.ok || message === undefined) throw new Error('no message');
  const text = commentPlainText(parseComment(message.comment ?? '').tokens);
  return { text, attachments: message.extra?.['attachments'], warnings: [...result.warnings.keys()] };
}

const PLAIN = 'Content-Type: text/plain; charset=utf-8';

describe('bodies that a strict reader loses', () => {
  test.each([
    [
      'a multipart without a boundary',
      'Content-Type: multipart/mixed',
      'lonely body',
      'lonely body',
      ['mime_boundary'],
    ],
    [
      'a boundary that never comes',
      'Content-Type: multipart/mixed; boundary="aaa"',
      `--bbb\n${PLAIN}\n\none\n--bbb\n${PLAIN}\n\ntwo\n--bbb--`,
      'one\n\ntwo',
      ['mime_boundary'],
    ],
    [
      'a missing end',
      'Content-Type: multipart/mixed; boundary=c',
      `--c\n${PLAIN}\n\none\n--c\n${PLAIN}\n\ntwo`,
      'one\n\ntwo',
      ['mime_unclosed'],
    ],
    [
      'text behind the end',
      'Content-Type: multipart/mixed; boundary=c',
      `This is a multi-part message in MIME format.\n--c\n${PLAIN}\n\none\n--c--\nfooter`,
      'one\n\nfooter',
      [],
    ],
    [
      'brackets in a boundary',
      'Content-Type: multipart/mixed; boundary="<<1-a>>"',
      `--<<1-a>>\n${PLAIN}\n\none\n--<<1-a>>--`,
      'one',
      [],
    ],
    [
      'a calendar',
      'Content-Type: text/calendar',
      'BEGIN:VCALENDAR\nSUMMARY:tea\nEND:VCALENDAR',
      'BEGIN:VCALENDAR\nSUMMARY:tea\nEND:VCALENDAR',
      [],
    ],
    ['old PGP', 'Content-Type: application/pgp; format=text', 'signed in the old way', 'signed in the old way', []],
    ['the type `text`', 'Content-Type: text', 'only text', 'only text', []],
    [
      'an octet stream that is text',
      'Content-Type: application/octet-stream',
      'text in a stream',
      'text in a stream',
      [],
    ],
    [
      'base64 that is none',
      `${PLAIN}\nContent-Transfer-Encoding: base64`,
      'not base64 at all!',
      'not base64 at all!',
      [],
    ],
    [
      'base64 with a plain footer',
      `${PLAIN}\nContent-Transfer-Encoding: base64`,
      `${Buffer.from('Göran wrote this long line').toString('base64')}\n\n_____\nthe list`,
      'Göran wrote this long line\n\n_____\nthe list',
      [],
    ],
    [
      'damaged quoted-printable',
      `${PLAIN}\nContent-Transfer-Encoding: quoted-printable`,
      '100=% sure=\n =C3=B6 =ZZ',
      '100=% sure ö =ZZ',
      [],
    ],
    [
      'a message in a message',
      'Content-Type: message/rfc822',
      'From: bob@tree.example\nSubject: inner\n\ninner text',
      'From: [address hidden]\nSubject: inner\n\ninner text',
      [],
    ],
    [
      'a digest',
      'Content-Type: multipart/digest; boundary=d',
      '--d\n\nSubject: first\n\none\n--d\n\nSubject: second\n\ntwo\n--d--',
      'Subject: first\n\none\n\nSubject: second\n\ntwo',
      [],
    ],
  ])('%s', async (_what, head, body, text, warnings) => {
    expect(await readMail(head, body)).toEqual({ text, attachments: undefined, warnings });
  });

  test('parts with charsets of their own', async () => {
    const body = `--c\nContent-Type: text/plain; charset=koi8-r\n\n\xf0\xd2\n--c\nContent-Type: text/plain\n\nG\xf6\n--c--`;
    expect((await readMail('Content-Type: multipart/mixed; boundary=c', body)).text).toBe('Пр\n\nGö');
  });

  test('of several forms of a text, the plain one', async () => {
    const html = 'Content-Type: text/html\n\n<p>html</p>';
    const alternative = 'Content-Type: multipart/alternative; boundary=c';
    expect((await readMail(alternative, `--c\n${html}\n--c\n${PLAIN}\n\nplain\n--c--`)).text).toBe('plain');
    expect((await readMail(alternative, `--c\n${PLAIN}\n\n \n--c\n${html}\n--c--`)).text).toBe('html');
  });

  test('flowed lines are joined within their quotation', async () => {
    const head = 'Content-Type: text/plain; charset=utf-8; format=flowed';
    expect((await readMail(head, 'one \ntwo\n> three \n> four\n five\n-- \nme')).text).toBe(
      'one two\n> three four\nfive\n--\nme',
    );
    const joined = await readMail(`${head}; delsp=yes`, Buffer.from('日本 \n語').toString('latin1'));
    expect(joined.text).toBe('日本語');
  });

  test('an attached text is listed, unless the message has no other', async () => {
    const attached = `--c\n${PLAIN}; name="a.patch"\nContent-Disposition: attachment\n\n+ line\n`;
    const head = 'Content-Type: multipart/mixed; boundary=c';
    const note = { name: 'a.patch', type: 'text/plain', size: 6, url: null };
    expect(await readMail(head, `--c\n${PLAIN}\n\nSee.\n${attached}--c--`)).toMatchObject({
      text: 'See.\n\n[attached: a.patch, text/plain, 6 bytes]',
      attachments: [note],
    });
    expect((await readMail(head, `${attached}--c--`)).text).toBe('+ line\n\n[attached: a.patch, text/plain, 6 bytes]');
  });

  test('parts that are nested without end are refused', async () => {
    const nested = Array.from({ length: 40 }, () => 'Content-Type: message/rfc822\n\n').join('');
    await expect(readMail('Content-Type: message/rfc822', nested)).rejects.toThrow('no message');
  });
});

describe('HTML', () => {
  test.each([
    [
      'without style, script and title',
      '<style>p{}</style><title>T</title><script>x()</script><p>one</p><p>two',
      'one\n\ntwo',
    ],
    [
      'with lists and quotations',
      '<p>a<ul><li>b<li>c</ul><blockquote>d<br>e</blockquote>f',
      'a\n\n* b\n* c\n\n> d\n> e\n\nf',
    ],
    ['with preformatted text', '<pre>a\n  b</pre>', 'a\n  b'],
    ['with entities and white space', 'a&nbsp;&amp;\n  b<br><br>c', 'a\u00A0& b\n\nc'],
    ['with a table', '<table><tr><td>a<td>b<tr><td>c</table>', 'a b\nc'],
    ['with a style that never ends', '<style>a', 'a'],
  ])('%s', (_what, html, text) => {
    expect(htmlText(html)).toBe(text);
  });
});
