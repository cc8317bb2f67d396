import { describe, expect, test } from 'vitest';
import { commentPlainText } from '../../../../mappings/comment/plain-text.ts';
import { parseComment } from '../../../../mappings/comment/parse.ts';
import { placeMessages } from '../../../../scraper/backfill/place-messages.ts';
import type { MailMessage } from '../../../../scraper/sources/source.ts';
import { pipermail } from '../../../../scraper/sources/pipermail/source.ts';
import { NOTHING_STORED, PART, READING } from './forms.ts';

async function readAll(
  text: string | Buffer,
  reading = READING,
): Promise<{ messages: readonly MailMessage[]; warnings: ReadonlyMap<string, number> }> {
  const result = await pipermail.mail.readPart(Buffer.from(text), PART, reading);
  if (!result.ok) throw new Error(result.refusal.detail);
  return { messages: result.value, warnings: result.warnings };
}

async function readOne(headers: string, body = 'Hello.'): Promise<MailMessage> {
  const { messages } = await readAll(entry(headers, body));
  const [message] = messages;
  if (message === undefined) throw new Error('no message');
  return message;
}

function entry(headers: string, body = 'Hello.'): string {
  return `From ann at hive.example  Fri Jun  3 10:00:00 2016\n${headers}\n\n${body}\n\n`;
}

const plain = (message: MailMessage) => commentPlainText(parseComment(message.comment ?? '').tokens);
const DATE = 'Date: Fri, 3 Jun 2016 12:00:00 +0200';

describe('senders', () => {
  test.each([
    ['From: ann at hive.example (Ann Bee)', 'Ann Bee', 'ann@hive.example'],
    ['From: Ann Bee <Ann@Hive.example>', 'Ann Bee', 'ann@hive.example'],
    ['From: ann at hive.example (=?ISO-8859-1?Q?G=F6ran?=)', 'Göran', 'ann@hive.example'],
    ['From: ann at hive.example (=?UTF-8?B?44Gf44GR?=)', 'たけ', 'ann@hive.example'],
    ['From: ann at hive.example', null, 'ann@hive.example'],
    ['From: ann at hive.example (ann at hive.example)', null, 'ann@hive.example'],
    ['From: "Bee, Ann" <ann@hive.example>', 'Bee, Ann', 'ann@hive.example'],
    ['From: nonsense', null, null],
  ])('%s', async (header, name, sender) => {
    expect(await readOne(`${header}\n${DATE}\nMessage-ID: <a@b>`)).toMatchObject({ name, sender });
  });
});

describe('times', () => {
  test.each([
    ['with its zone', DATE, '2016-06-03T10:00:00Z'],
    ['with a comment', `${DATE} (CEST)`, '2016-06-03T10:00:00Z'],
    ["missing: the archive's", 'X-None: 1', '2016-06-03T10:00:00Z'],
    ["broken: the archive's", 'Date: RANDOM_Wed, 21 Sep 2016', '2016-06-03T10:00:00Z'],
    ["decades off: the archive's", 'Date: Fri, 1 Jan 1904 00:00:00 +0000', '2016-06-03T10:00:00Z'],
    ["in the future: the archive's", 'Date: Fri, 1 Jan 2038 00:00:00 +0000', '2016-06-03T10:00:00Z'],
    ['from before a moderator let it pass', 'Date: Sun, 1 May 2016 00:00:00 +0000', '2016-05-01T00:00:00Z'],
  ])('a date %s', async (_what, header, time) => {
    expect((await readOne(`From: a at b.example\n${header}\nMessage-ID: <a@b>`)).time).toEqual(new Date(time));
  });
});

describe('bodies', () => {
  const headers = `From: a at b.example\n${DATE}\nMessage-ID: <a@b>`;

  test('quotes are greentext, web addresses are links, and code keeps its indentation', async () => {
    const message = await readOne(headers, '> was it?\nsee https://tea.example/a?b=1&c=2\n    if x:\n\ty\n');
    const { tokens, unknown } = parseComment(message.comment ?? '');
    expect(unknown).toEqual(new Map());
    expect(tokens[0]).toEqual({ kind: 'greentext', children: [{ kind: 'text', text: '> was it?' }] });
    expect(tokens).toContainEqual({
      kind: 'link',
      href: 'https://tea.example/a?b=1&c=2',
      text: 'https://tea.example/a?b=1&c=2',
    });
    expect(plain(message)).toMatch(/\n\u00A0{4}if x:\n\u00A0{4}y$/);
  });

  test('a line that begins with From stays one, and does not end the message', async () => {
    const body = '>From here on\n>>From there\n\nFrom me to you, in 2016\nIt goes on.';
    const { messages } = await readAll(entry(headers, body));
    expect(messages).toHaveLength(1);
    expect(messages.map(plain)).toEqual(['From here on\n>From there\n\nFrom me to you, in 2016\nIt goes on.']);
  });

  test.each([
    ['UTF-8', Buffer.from('café')],
    ['what Western Europe wrote before it', Buffer.from('caf\u00E9', 'latin1')],
  ])('bytes without a charset are %s', async (_charset, word) => {
    const bytes = Buffer.concat([
      Buffer.from(entry(headers, 'a ').trimEnd()),
      Buffer.from(' '),
      word,
      Buffer.from('\n'),
    ]);
    expect((await readAll(bytes)).messages.map(plain)).toEqual(['a café']);
  });

  test.each([
    [
      'quoted-printable in ISO-8859-15',
      'Content-Type: text/plain; charset=iso-8859-15\nContent-Transfer-Encoding: quoted-printable',
      'f=FCnf =A4',
      'fünf €',
    ],
    [
      'base64 in Shift_JIS',
      'Content-Type: text/plain; charset=shift_jis\nContent-Transfer-Encoding: base64',
      'grGC8YLJgr+CzQ==',
      'こんにちは',
    ],
    [
      'HTML alone',
      'Content-Type: text/html; charset=utf-8',
      '<p>Hello <b>there</b></p><script>x</script>',
      'Hello there',
    ],
  ])('a body that is %s is read', async (_what, header, body, text) => {
    expect(plain(await readOne(`${headers}\n${header}`, body))).toContain(text);
  });

  test('attachments are listed, both those that the archive extracted and those in the message', async () => {
    const scrubbed = await readOne(
      headers,
      'See.\n-------------- next part --------------\nA non-text attachment was scrubbed...\nName: disco.patch\nType: text/x-diff\nSize: 702 bytes\nDesc: not available\nURL: <http://site.example/attachments/1/a.patch>',
    );
    expect(scrubbed.extra).toEqual({
      attachments: [
        { name: 'disco.patch', type: 'text/x-diff', size: 702, url: 'http://site.example/attachments/1/a.patch' },
      ],
    });
    const whole = await readOne(
      `${headers}\nContent-Type: multipart/mixed; boundary="x"`,
      '--x\nContent-Type: text/plain\n\nSee.\n--x\nContent-Type: image/png; name="a.png"\nContent-Disposition: attachment; filename="a.png"\nContent-Transfer-Encoding: base64\n\nAAAA\n--x--',
    );
    expect(whole.extra).toEqual({ attachments: [{ name: 'a.png', type: 'image/png', size: 3, url: null }] });
    expect(plain(whole)).toBe('See.\n\n[attached: a.png, image/png, 3 bytes]');
  });

  test('U+0000 is replaced and counted', async () => {
    const { messages, warnings } = await readAll(entry(headers, 'a\0b'));
    expect(messages.map(plain)).toEqual(['a\uFFFDb']);
    expect(warnings.get('nul')).toBe(1);
  });
});

const mail = (id: string, body: string) => entry(`From: a at b.example\n${DATE}\n${id}`, body);

describe('ids', () => {
  test('a repeated message is returned once; a different message with the same id gets its own key', async () => {
    const { messages, warnings } = await readAll(
      mail('Message-ID: <a@b>', 'one') + mail('Message-ID: <a@b>', 'one') + mail('Message-ID: <a@b>', 'two'),
    );
    expect(messages.map(({ key }) => key)).toEqual(['a@b', expect.stringMatching(/^a@b#/)]);
    expect(warnings).toEqual(
      new Map([
        ['duplicate_message', 1],
        ['duplicate_id', 1],
      ]),
    );
  });

  test('a message without an id gets the same key every time', async () => {
    const text = mail('Message-ID:', 'one') + mail('X-No: id', 'two');
    const [first, second] = [await readAll(text), await readAll(text)];
    expect(new Set(first.messages.map(({ key }) => key)).size).toBe(2);
    expect(second.messages).toEqual(first.messages);
    expect(first.warnings.get('message_without_id')).toBe(2);
  });

  test('references are found among other header text, nearest first', async () => {
    const message = await readOne(
      `From: a at b.example\n${DATE}\nMessage-ID: <c@x>\nIn-Reply-To: Your message of Friday <b@x>\nReferences: <a@x>\n\t<b@x> <c@x>`,
    );
    expect(message).toMatchObject({ references: ['b@x', 'a@x'], isReply: true });
  });
});

const message = (key: string, day: number, subject: string, ...references: string[]): MailMessage => ({
  key,
  references,
  subjectKey: subject.replace(/^Re: /, ''),
  formerSubjectKey: null,
  isReply: references.length > 0 || subject.startsWith('Re: '),
  sender: null,
  time: new Date(Date.UTC(2016, 5, day)),
  name: null,
  subject,
  comment: null,
  extra: null,
  raw: new Uint8Array(),
  undeclared: '',
  readAs: null,
});

describe('threads', () => {
  const first = NOTHING_STORED.nextNum;
  const threadsOf = (...messages: MailMessage[]) =>
    Object.fromEntries(
      placeMessages(messages, PART.month, NOTHING_STORED).added.map(({ message: { key }, thread }) => [
        key,
        thread - first,
      ]),
    );

  test('a reply is in the thread of the message that it answers, directly or indirectly', () => {
    expect(
      threadsOf(message('a', 1, 't'), message('b', 2, 'Re: t', 'a'), message('c', 3, 'Re: t', 'gone', 'a')),
    ).toEqual({ a: 0, b: 0, c: 0 });
  });

  test('a reply without references is in the last thread of its subject, unless that is too old', () => {
    expect(threadsOf(message('a', 1, 't'), message('b', 2, 'Re: t'), message('c', 70, 'Re: t'))).toEqual({
      a: 0,
      b: 0,
      c: 2,
    });
  });

  test('a message whose subject names a former one is in the thread of the former subject', () => {
    const renamed = { ...message('b', 2, 'kettle'), isReply: true, formerSubjectKey: 't' };
    expect(threadsOf(message('a', 1, 't'), renamed)).toEqual({ a: 0, b: 0 });
    expect(threadsOf(message('a', 1, 't'), message('c', 2, 'kettle'), renamed)).toEqual({ a: 0, c: 1, b: 1 });
  });

  test('a message of the same subject that is not a reply begins a thread', () => {
    expect(threadsOf(message('a', 1, 't'), message('b', 2, 't'), message('c', 3, 'Re: t'))).toEqual({
      a: 0,
      b: 1,
      c: 1,
    });
  });

  test('a reply with a slow clock still follows the message that it answers', () => {
    const { added } = placeMessages([message('b', 1, 'Re: t', 'a'), message('a', 2, 't')], PART.month, NOTHING_STORED);
    expect(added.map(({ message: { key }, num, thread }) => [key, num - first, thread - first])).toEqual([
      ['a', 0, 0],
      ['b', 1, 0],
    ]);
  });

  test('messages that answer each other in a circle are resolved', () => {
    expect(threadsOf(message('a', 1, 't', 'b'), message('b', 2, 't', 'a'))).toEqual({ a: 0, b: 0 });
  });

  test('waiting threads move, over several steps, and only to earlier threads', () => {
    const stored = {
      ...NOTHING_STORED,
      waiting: [
        { thread: first + 500_000, time: new Date('2016-07-01'), awaits: ['a'] },
        { thread: first - 500_000, time: new Date('2016-06-01'), awaits: ['a'] },
      ],
    };
    const { moves } = placeMessages([message('a', 1, 't')], PART.month, stored);
    expect(moves).toEqual(new Map([[first + 500_000, first]]));
  });
});
