/** Forms with the code of a ticket, for people without scripts: the code is in the body of the request, and in no address. */
import { ticketCodeIn } from '../../../mappings/ticket.ts';
import { RefusedError } from '../../shared/errors.ts';
import type { FormBody } from '../form-body.ts';
import { lastOf } from '../form-fields.ts';

/** `fields`: trusted HTML. */
export function ticketForm(action: string, code: string, fields: string): string {
  return `<form method="post" action="${action}">\n<input type="hidden" name="token" value="${code}">\n${fields}\n</form>\n`;
}

/** @throws RefusedError 400 `ticket_invalid` */
export function ticketCodeOf(fields: FormBody): string {
  const code = ticketCodeIn(lastOf(fields['token']));
  if (code !== null) return code;
  throw new RefusedError(400, 'ticket_invalid', 'This is neither the code of a ticket nor its link.');
}
