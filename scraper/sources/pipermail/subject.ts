export interface Subject {
  readonly text: string;
  /** The same for all answers to it; null for none. */
  readonly key: string | null;
  readonly isReply: boolean;
}

/** `Re: `, its kin in other tongues, and `[list] `, in any order and number. */
const PREFIX = /^\s*(?:((?:re|aw|antw|sv|vs|odp|fwd?|wg|tr)(?:\[\d{1,3}\]|\^\d{1,3})?\s*:)|\[[^\]\n]{1,60}\])\s*/i;
const REPLY = /^(?:re|aw|antw|sv|vs|odp)/i;

export function readSubject(header: string): Subject {
  const text = header.replace(/\s+/g, ' ').trim().slice(0, 2_000);
  let rest = text;
  let isReply = false;
  for (let match = PREFIX.exec(rest); match !== null; match = PREFIX.exec(rest)) {
    isReply ||= match[1] !== undefined && REPLY.test(match[1]);
    rest = rest.slice(match[0].length);
  }
  // Indexed, so it is not as long as it likes.
  const key = rest.toLowerCase().slice(0, 300).toWellFormed();
  return { text, key: key === '' ? null : key, isReply };
}
