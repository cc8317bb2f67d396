import { describe, expect, test } from 'vitest';
import { readDate } from '../../../../scraper/sources/pipermail/dates.ts';
import { messageTime } from '../../../../scraper/sources/pipermail/headers.ts';
import { splitMbox } from '../../../../scraper/sources/pipermail/mbox.ts';
import { idsIn } from '../../../../scraper/sources/pipermail/message-ids.ts';
import { readSubject } from '../../../../scraper/sources/pipermail/subjects.ts';
import { PART } from './forms.ts';

describe('dates', () => {
  test.each([
    ['Fri, 3 Jun 2016 12:00:00 +0200', '2016-06-03T10:00:00Z'],
    ['3 Jun 2016 12:00 +0200', '2016-06-03T10:00:00Z'],
    ['Fri, 3 Jun 2016 12:00:00 +0200 (CEST)', '2016-06-03T10:00:00Z'],
    ['Fri, 3 Jun 16 12:00:00 +0200', '2016-06-03T10:00:00Z'],
    ['Fri, 3 Jun 116 12:00:00 GMT', '2016-06-03T12:00:00Z'],
    ['Tue, 17 May 2005 10:00:00 +0200 GMT', '2005-05-17T08:00:00Z'],
    ['Tue, 17 May 2005 10:00:00 MET DST', '2005-05-17T08:00:00Z'],
    ['Tue, 17 May 2005 10:00:00 JST', '2005-05-17T01:00:00Z'],
    ['Tue, 17 May 2005 10:00:00 GMT+0100', '2005-05-17T09:00:00Z'],
    ['Tue May 17 11:00:00 MDT 2005', '2005-05-17T17:00:00Z'],
    ['Tue May 17 11:00:00 2005 +0200', '2005-05-17T09:00:00Z'],
    ['2005-05-17T11:00:00.5Z', '2005-05-17T11:00:00Z'],
    ['2005/05/17 11:00:00 -0430', '2005-05-17T15:30:00Z'],
    ['jeu., 17 mars 2005 12:31:00 +0100', '2005-03-17T11:31:00Z'],
    ['tor, 5 Okt 2006 12:31:00 +0200', '2006-10-05T10:31:00Z'],
    ['Do, 17 Mär 2005 12:31:00 +0100', '2005-03-17T11:31:00Z'],
    ['Чт, 17 марта 2005 12:31:00 +0300', '2005-03-17T09:31:00Z'],
    ['17-May-2005 12:31:00 +0200', '2005-05-17T10:31:00Z'],
  ])('%s', (text, time) => {
    const date = readDate(text);
    expect([date?.hasZone, new Date(date?.time ?? 0)]).toEqual([true, new Date(time)]);
  });

  test.each([
    ['Sun, 15 May 2005 09:11:09', '2005-05-15T09:11:09Z'],
    ['05.06.2005 10:00:00', '2005-06-05T10:00:00Z'],
    ['Sun May 15 09:11:09 2005', '2005-05-15T09:11:09Z'],
    ['Tue, 17 May 2005 10:00:00 IST', '2005-05-17T10:00:00Z'],
    ['Di, 17 Mai 2005 12:31:00 0200', '2005-05-17T12:31:00Z'],
  ])('%s has no zone, whatever the zone of the machine', (text, time) => {
    expect(readDate(text)).toEqual({ time: Date.parse(time), hasZone: false });
  });

  test.each([
    '31 Feb 2005 10:00:00 +0000',
    '05/06/2005 10:00:00',
    '17 listopad 2005 10:00:00',
    'yesterday',
    '',
    '17 May 2005 25:00:00',
  ])('%s is no date', (text) => {
    expect(readDate(text)).toBeNull();
  });

  const received = new Date('2005-05-15T16:12:00Z');
  test.each([
    ['without a zone', 'Sun, 15 May 2005 09:11:09', received, 'envelope'],
    ['without a zone, days before', 'Sun, 10 May 2005 09:11:09', new Date('2005-05-10T09:11:09Z'), 'date'],
    ['with a zone', 'Sun, 15 May 2005 09:11:09 -0700', new Date('2005-05-15T16:11:09Z'), 'date'],
  ])('the time of a message %s', (_what, header, time, source) => {
    expect(messageTime(header, received, PART)).toEqual({ time, source });
  });
});

describe('subjects of replies', () => {
  test.each(
    [
      'Re: Re : RE: re[3]: Re (2): Re^2: Re2: AW: Antw: Antwort: SV: Svar: VS: RES: RV: R: Rif: Ref: RÉP: Odp: Odpověď: Odg: Ynt: YANIT:',
      'Atb: Ats: Vá: Válasz: Bls: Balas: TL: Răsp: ER: ΑΠ: ΣΧΕΤ: Ответ: Отв: Отг: Відп: 回复： 回覆： 答复: 答覆: 返信: 回信: 답장: 회신: השב: תגובה: رد: پاسخ: ตอบ:',
    ].flatMap((line) => line.split(/(?<=[:：]) /)),
  )('%s', (mark) => {
    const subject = `${mark} [tea] Kettle topic`;
    expect(readSubject(subject)).toEqual({ text: subject, key: 'kettle topic', formerKey: null, isReply: true });
  });

  test.each([
    ['[tea] Kettle topic', 'kettle topic', null, false],
    ['Fwd: Kettle topic', 'kettle topic', null, false],
    ['Question: kettle', 'question: kettle', null, false],
    ['Re: Fwd: [tea] Re: Kettle', 'kettle', null, true],
    ['[tea] Kettle (was: Re: teapot)', 'kettle', 'teapot', true],
    ['Kettle [war: Kanne]', 'kettle', 'kanne', true],
    ['(was: teapot)', '(was: teapot)', null, false],
    ['Re:', null, null, true],
  ])('%s', (subject, key, formerKey, isReply) => {
    expect(readSubject(subject)).toMatchObject({ key, formerKey, isReply });
  });
});

describe('ids of messages', () => {
  test.each([
    ['<a@b>', ['a@b']],
    ['a@b', ['a@b']],
    ['a@b, c@d', ['a@b', 'c@d']],
    ['Your message of "Mon, 26 Jun 2000" <a@b>', ['a@b']],
    ['Message from ann@hive.example of Friday', []],
    ['<a\n\tb@c>', ['ab@c']],
    ['<>', []],
    ['', []],
  ])('%s', (field, ids) => {
    expect(idsIn(field)).toEqual(ids);
  });
});

describe('lines that begin with From', () => {
  const start = 'From ann at hive.example  Fri Jun  3 10:00:00 2016\nSubject: one\n\nbody\n\n';
  const quoted =
    'From bob at tree.example  Mon May 16 10:00:00 2005\nReceived: by tree.example\nTo: x at tree.example\n\ninner\n\n';

  test('begin a message only before a head with From, Date or Message-ID', () => {
    let counted = 0;
    const entries = splitMbox(
      Buffer.from(start + quoted + start + quoted.replace('To:', 'message-id:')),
      () => counted++,
    );
    expect(entries.map(({ message }) => message.includes('inner'))).toEqual([true, true]);
    expect(counted).toBe(2);
    expect(Buffer.concat(entries.map(({ raw }) => raw)).toString()).toContain('From bob at tree.example');
  });
});
