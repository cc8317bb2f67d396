/** The messages of a list's archive. docs/FIELDS.md has the table of their fields. */
import { createHash } from 'node:crypto';
import PostalMime, { type Attachment, type Email } from 'postal-mime';
import { parseComment } from '../../../mappings/comment/parse.ts';
import { commentPlainText } from '../../../mappings/comment/plain-text.ts';
import { toError } from '../../../platform/errors.ts';
import { RefusedError, type ParseWarnings } from '../parse-result.ts';
import type { MailMessage, MailPart } from '../source.ts';
import { makeStorable } from '../../../mappings/storable.ts';
import { words } from '../columns.ts';
import { commentOfText, scrubbedAttachments, type AttachmentNote } from './body.ts';
import { splitMbox, unescapeFrom, type MboxEntry } from './mbox.ts';
import { hideAddresses, messageTime, readSender, readSubject, type Sender } from './headers.ts';

/** Longest stored chain of references. */
const MAX_REFERENCES = 50;

interface ReadMessage {
  readonly email: Email;
  readonly sender: Sender;
  readonly received: Date | null;
}

/**
 * The messages of a part, ordered by time. A repeated message is returned once; a different message with the same id gets its own
 * key.
 * @throws RefusedError for a file that is not an mbox.
 */
export async function readMessages(bytes: Buffer, part: MailPart, warnings: ParseWarnings): Promise<MailMessage[]> {
  const read: ReadMessage[] = [];
  for (const [index, entry] of splitMbox(bytes).entries()) {
    try {
      read.push(await readEntry(entry, index));
    } catch (error) {
      // Messages are never sampled: they contain mail addresses.
      warnings.refuse(error, null);
    }
  }
  const [first] = warnings.refused;
  if (read.length === 0 && first !== undefined) throw new RefusedError(first.reason, first.detail);
  // Replies quote the addresses of other senders of the part.
  const addresses = new Set(read.flatMap(({ sender }) => (sender.address === null ? [] : [sender.address])));
  const messages = new Map<string, MailMessage>();
  const contents = new Map<string, string>();
  for (const each of read) {
    const message = toMessage(each, part, addresses, warnings);
    const content = contentOf(each);
    const known = contents.get(message.key);
    if (known === content) {
      warnings.add('duplicate_message');
      continue;
    }
    if (known !== undefined) warnings.add('duplicate_id');
    const key = known === undefined ? message.key : `${message.key}#${content}`;
    contents.set(key, content);
    messages.set(key, { ...message, key });
  }
  return [...messages.values()].sort((a, b) => a.time.getTime() - b.time.getTime());
}

/** @throws RefusedError for a message that is nested too deeply or has headers without end. */
async function readEntry({ received, message }: MboxEntry, index: number): Promise<ReadMessage> {
  const end = /\r?\n\r?\n/.exec(message);
  const head = end === null ? message : message.slice(0, end.index);
  const body = end === null ? '' : message.slice(end.index + end[0].length);
  let email: Email;
  try {
    email = await PostalMime.parse(inOneCharset(head, unescapeFrom(body)), {
      maxNestingDepth: 32,
      maxHeadersSize: 256 * 1024,
    });
  } catch (error) {
    throw new RefusedError('wrong_type', `message ${index + 1} cannot be read: ${toError(error).message}`);
  }
  return { email, sender: readSender(headerOf(email, 'from')), received };
}

/**
 * The archive drops the header that names the charset and keeps the bytes: they are UTF-8 or Windows-1252. A message that names
 * its charset is left unchanged.
 */
function inOneCharset(head: string, body: string): Uint8Array {
  const bytes = Buffer.from(`${head}\n\n${body}`, 'latin1');
  if (/^content-type:/im.test(head)) return bytes;
  const text = decodeAs('utf-8', bytes) ?? decodeAs('windows-1252', bytes) ?? bytes.toString('latin1');
  const [firstHead, rest] = splitOnce(text);
  return Buffer.from(
    `${firstHead}\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n${rest}`,
  );
}

function splitOnce(text: string): [string, string] {
  const end = text.indexOf('\n\n');
  return end === -1 ? [text, ''] : [text.slice(0, end), text.slice(end + 2)];
}

function decodeAs(charset: string, bytes: Buffer): string | null {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function toMessage(
  { email, sender, received }: ReadMessage,
  part: MailPart,
  addresses: ReadonlySet<string>,
  warnings: ParseWarnings,
): MailMessage {
  const storable = (text: string) => makeStorable(text, (warning) => warnings.add(warning));
  const id = idsIn(email.messageId ?? '')[0] ?? null;
  if (id === null) warnings.add('message_without_id');
  const { time, source } = messageTime(headerOf(email, 'date'), received, part);
  if (source !== 'date') warnings.add(`time_from_${source}`);
  const replyTo = idsIn(email.inReplyTo ?? '');
  const references = [...new Set([...replyTo, ...idsIn(email.references ?? '').toReversed()])].filter(
    (ref) => ref !== id,
  );
  const subject = readSubject(email.subject ?? '');
  const text = textOf(email);
  const headers = unknownHeaders(email, addresses, warnings);
  const attachments = [...scrubbedAttachments(text), ...email.attachments.map(noteOf)];
  const comment = commentOfText(hideAddresses(storable(text), addresses), email.attachments.map(noteOf));
  return {
    key: storable(id ?? `none:${contentOf({ email, sender, received })}`),
    references: references.slice(0, MAX_REFERENCES).map(storable),
    subjectKey: subject.key === null ? null : storable(subject.key),
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
  { headers }: Email,
  addresses: ReadonlySet<string>,
  warnings: ParseWarnings,
): Readonly<Record<string, string>> {
  const unknown = headers.filter(({ key }) => !READ.has(key) && !OF_TRANSPORT.has(key));
  for (const { key } of unknown) warnings.add(`unknown_field:${makeStorable(key)}`);
  return Object.fromEntries(
    unknown.map(({ key, value }) => [makeStorable(key), hideAddresses(makeStorable(value), addresses)]),
  );
}

function storableNote(note: AttachmentNote, storable: (text: string) => string): AttachmentNote {
  const url = note.url === null ? null : storable(note.url);
  return { ...note, name: storable(note.name), type: storable(note.type), url };
}

/** The text of a message; of one with HTML only, the text that the HTML shows. */
function textOf(email: Email): string {
  if (email.text !== undefined || email.html === undefined) return email.text ?? '';
  return commentPlainText(parseComment(email.html).tokens);
}

function noteOf({ filename, mimeType, content }: Attachment): AttachmentNote {
  const size = typeof content === 'string' ? content.length : content.byteLength;
  return { name: filename ?? '', type: mimeType, size, url: null };
}

function headerOf(email: Email, name: string): string {
  return email.headers.find(({ key }) => key === name)?.value ?? '';
}

/** All `<a@b>` in a header; other text around them is ignored. */
function idsIn(header: string): string[] {
  return [...header.slice(0, 20_000).matchAll(/<([^<>\s]{1,500})>/g)].map(([, id = '']) => id);
}

/** Distinguishes messages with the same id, and replaces a missing id. */
function contentOf({ email, sender }: ReadMessage): string {
  const parts = [sender.address ?? '', headerOf(email, 'date'), email.subject ?? '', email.text ?? email.html ?? ''];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
}
