import { ABSENT_FIELDS } from '../../mappings/absent-fields.ts';
import type { PostObservation } from '../../mappings/post.ts';
import type { MailMessage } from '../sources/source.ts';
import type { Placement } from './place-messages.ts';

/** The post of a placed message. It contains the sender's number as poster ID, and never the address. */
export function postOfMessage(
  message: MailMessage,
  { placed }: Pick<Placement, 'placed'>,
  senders: ReadonlyMap<string, number>,
): PostObservation {
  const place = placed.get(message.key);
  if (place === undefined) throw new Error('a message of the part has a place');
  const { num, thread, parent } = place;
  const opener = num === thread;
  return {
    fileDeleted: false,
    fields: {
      ...ABSENT_FIELDS,
      num,
      subnum: 0,
      thread,
      opener,
      timePosted: message.time,
      name: message.name,
      posterid: posterIdOf(message, senders),
      subject: message.subject,
      comment: withParent(message.comment, parent),
      spoiler: false,
      sticky: opener ? false : null,
      closed: opener ? false : null,
      extra: message.extra,
    },
  };
}

export function posterIdOf({ sender }: MailMessage, senders: ReadonlyMap<string, number>): string | null {
  const number = sender === null ? undefined : senders.get(sender);
  return number === undefined ? null : `s${number}`;
}

/** Turns the reference of the mail header into a quote link, as in other posts. */
function withParent(comment: string | null, parent: number | null): string | null {
  if (parent === null) return comment;
  const link = `<a href="#p${parent}" class="quotelink">&gt;&gt;${parent}</a>`;
  return comment === null ? link : `${link}<br>${comment}`;
}
