/**
 * Tickets: people without an account read what staff decide with a secret code, which they get once. Its link has the code in the fragment,
 * which browsers do not send to servers. Pure.
 */

/** 32 random bytes. */
export const TICKET_CODE = /^[\w-]{43}$/;

/** Accepts the code and the link with it; null if the text has no code. */
export function ticketCodeIn(written: string): string | null {
  const text = written.trim().replace(/^.*#/, '');
  return TICKET_CODE.test(text) ? text : null;
}
