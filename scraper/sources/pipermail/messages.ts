/** The messages of a list's archive. docs/FIELDS.md has the table of their fields. */
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { RefusedError, type ParseWarnings } from '../parse-result.ts';
import type { MailMessage, MailPart, MailReading } from '../source.ts';
import { makeStorable } from '../../../mappings/storable.ts';
import { words } from '../columns.ts';
import { commentOfText, scrubbedAttachments, type AttachmentNote } from './body.ts';
import { charsetOf } from '../charset-labels.ts';
import { beginningOf } from './charset.ts';
import { decodeField } from './encoded-words.ts';
import { fieldOf, readValue, splitHead, type HeadField } from './head.ts';
import { hideAddresses, messageTime, readSender, type Sender } from './headers.ts';
import { splitMbox, unescapeFrom, type MboxEntry } from './mbox.ts';
import { idsIn } from './message-ids.ts';
import { readParts } from './parts.ts';
import { readSubject } from './subjects.ts';
import { textOfParts, type MessageText, type TextReading } from './text-of-parts.ts';

/** Longest stored chain of references. */
const MAX_REFERENCES = 50;
/** Bytes of a message that a detector of charsets gets. */
const MAX_UNDECLARED = 1_000;

interface ReadMessage {
  readonly entry: MboxEntry;
  readonly head: readonly HeadField[];
  /** The charset of fields that name none. */
  readonly fallback: string;
  readonly text: MessageText;
  /** The beginnings of texts that neither name nor show their charset; one character per byte. */
  readonly undeclared: string;
  readonly sender: Sender;
  /** Distinguishes messages with the same id, and replaces a missing id. It does not depend on how texts are read. */
  readonly content: string;
}

/**
 * The messages of a part, ordered by time. A repeated message is returned once; a different message with the same id gets its own
 * key.
 * @throws RefusedError for a file that is not an mbox.
 */
export async function readMessages(
  bytes: Buffer,
  part: MailPart,
  { charset }: MailReading,
  warnings: ParseWarnings,
): Promise<MailMessage[]> {
  const read: ReadMessage[] = [];
  for (const [index, entry] of splitMbox(bytes, () => warnings.add('from_line_in_text')).entries()) {
    try {
      read.push(readEntry(entry, charset, warnings));
    } catch (error) {
      // Messages are never sampled: they contain mail addresses.
      warnings.refuse(error instanceof RefusedError ? numbered(error, index) : error, null);
    }
    // A busy month has thousands of messages; other work of the process goes on between them.
    if (index % 100 === 99) await setImmediate();
  }
  const [first] = warnings.refused;
  if (read.length === 0 && first !== undefined) throw new RefusedError(first.reason, first.detail);
  // Replies quote the addresses of other senders of the part.
  const addresses = new Set(read.flatMap(({ sender }) => (sender.address === null ? [] : [sender.address])));
  const messages = new Map<string, MailMessage>();
  const contents = new Map<string, string>();
  for (const each of read) {
    const message = toMessage(each, part, charset, addresses, warnings);
    const known = contents.get(message.key);
    if (known === each.content) {
      warnings.add('duplicate_message');
      continue;
    }
    if (known !== undefined) warnings.add('duplicate_id');
    const key = known === undefined ? message.key : `${message.key}#${each.content}`;
    contents.set(key, each.content);
    messages.set(key, { ...message, key });
  }
  return [...messages.values()].sort((a, b) => a.time.getTime() - b.time.getTime());
}

function numbered({ reason, message }: RefusedError, index: number): RefusedError {
  return new RefusedError(reason, `message ${index + 1} cannot be read: ${message}`);
}

/** @throws RefusedError for a message that is nested too deeply. */
function readEntry(entry: MboxEntry, charset: string, warnings: ParseWarnings): ReadMessage {
  const { head, body } = splitHead(entry.message);
  let undeclared = '';
  const addUndeclared = (bytes: string) => {
    if (bytes !== '') undeclared += beginningOf(`${bytes}\n`, MAX_UNDECLARED - undeclared.length);
  };
  const onText: TextReading['onText'] = ({ rule, isWronglyDeclared, undeclared: bytes }) => {
    if (isWronglyDeclared) warnings.add('wrong_charset');
    if (rule === 'mixed') warnings.add('mixed_charsets');
    if (rule === 'fallback') warnings.add('unknown_charset');
    addUndeclared(bytes);
  };
  const parts = readParts(head, unescapeFrom(body), charset, (damage) => warnings.add(damage));
  const text = textOfParts(parts, { fallback: charset, onText });
  // The head is in the charset of the body, if it has one.
  const ofBody = charsetOf(readValue(fieldOf(head, 'content-type'), charset).params.get('charset'));
  const isNamed = ofBody !== null && ofBody !== 'utf-8';
  const fallback = isNamed ? ofBody : charset;
  for (const name of isNamed ? [] : ['subject', 'from']) {
    decodeField(fieldOf(head, name), fallback, ({ undeclared: bytes }) => addUndeclared(bytes));
  }
  return {
    entry,
    head,
    fallback,
    text,
    undeclared,
    sender: readSender(fieldOf(head, 'from'), fallback),
    content: contentOf(head, body),
  };
}

function toMessage(
  { entry, head, fallback, text: { text, attachments: parts }, undeclared, sender, content }: ReadMessage,
  part: MailPart,
  charset: string,
  addresses: ReadonlySet<string>,
  warnings: ParseWarnings,
): MailMessage {
  const storable = (written: string) => makeStorable(written, (warning) => warnings.add(warning));
  const id = idsIn(fieldOf(head, 'message-id'))[0] ?? null;
  if (id === null) warnings.add('message_without_id');
  const { time, source } = messageTime(fieldOf(head, 'date'), entry.received, part);
  if (source !== 'date') warnings.add(`time_from_${source}`);
  const replyTo = idsIn(fieldOf(head, 'in-reply-to'));
  const references = [...new Set([...replyTo, ...idsIn(fieldOf(head, 'references')).toReversed()])].filter(
    (ref) => ref !== id,
  );
  const subject = readSubject(decodeField(fieldOf(head, 'subject'), fallback));
  const headers = unknownHeaders(head, fallback, addresses, warnings);
  const attachments = [...scrubbedAttachments(text), ...parts];
  const comment = commentOfText(hideAddresses(storable(text), addresses), parts);
  return {
    key: storable(id ?? `none:${content}`),
    references: references.slice(0, MAX_REFERENCES).map(storable),
    subjectKey: subject.key === null ? null : storable(subject.key),
    formerSubjectKey: subject.formerKey === null ? null : storable(subject.formerKey),
    isReply: subject.isReply || references.length > 0,
    sender: sender.address === null ? null : storable(sender.address),
    time,
    name: sender.name === null ? null : storable(hideAddresses(sender.name, addresses)) || null,
    subject: storable(hideAddresses(subject.text, addresses)) || null,
    comment: comment === '' ? null : comment,
    extra: extraOf(
      attachments.map((note) => storableNote(note, storable)),
      headers,
    ),
    raw: entry.raw,
    undeclared,
    readAs: undeclared === '' ? null : charset,
  };
}

function extraOf(
  attachments: readonly AttachmentNote[],
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, unknown>> | null {
  const extra = {
    ...(attachments.length > 0 && { attachments }),
    ...(Object.keys(headers).length > 0 && { headers }),
  };
  return Object.keys(extra).length === 0 ? null : extra;
}

/** Headers that have a column, or describe the message's form. */
const READ = words(
  'from date subject message-id in-reply-to references mime-version content-type content-disposition',
  'content-transfer-encoding content-language content-id content-description',
);
/** Headers about addresses and transport. */
const OF_TRANSPORT = words(
  'to cc bcc reply-to sender return-path delivered-to received envelope-to errors-to list-post list-unsubscribe',
  'list-subscribe list-help list-id list-archive dkim-signature authentication-results received-spf precedence',
);

/** Unknown headers are stored without addresses, and counted as warnings. */
function unknownHeaders(
  head: readonly HeadField[],
  fallback: string,
  addresses: ReadonlySet<string>,
  warnings: ParseWarnings,
): Readonly<Record<string, string>> {
  const unknown = head.filter(({ key }) => !READ.has(key) && !OF_TRANSPORT.has(key));
  for (const { key } of unknown) warnings.add(`unknown_field:${key}`);
  return Object.fromEntries(
    unknown.map(({ key, bytes }) => [key, hideAddresses(makeStorable(decodeField(bytes, fallback)), addresses)]),
  );
}

function storableNote(note: AttachmentNote, storable: (text: string) => string): AttachmentNote {
  const url = note.url === null ? null : storable(note.url);
  return { ...note, name: storable(note.name), type: storable(note.type), url };
}

function contentOf(head: readonly HeadField[], body: string): string {
  const parts = [...['from', 'date', 'subject'].map((name) => fieldOf(head, name)), body.trim()];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
}
