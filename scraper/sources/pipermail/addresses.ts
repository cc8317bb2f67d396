const HIDDEN = '[address hidden]';
const LOCAL = String.raw`[\w.!#$%&'*+/=?^{|}~-]{1,64}`;
const DOMAIN = String.raw`(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,8}[a-z]{2,24}`;
const PLAIN = new RegExp(String.raw`(?<![\w.!#$%&'*+/=?^{|}~-])${LOCAL}@${DOMAIN}`, 'gi');
/** The archive's own disguise. Its words are words of every text, so it counts in brackets, or where it is a sender's. */
const DISGUISED = new RegExp(String.raw`(?<![\w.!#$%&'*+/=?^{|}~-])(${LOCAL}) at (${DOMAIN})`, 'gi');

/**
 * The text without addresses of people, disguised or not. `senders` are those who are known; a message's id, which
 * looks the same, is not worth telling apart.
 */
export function hideAddresses(text: string, senders: ReadonlySet<string>): string {
  if (!text.includes('@') && !/ at /i.test(text)) return text;
  return text.replace(PLAIN, HIDDEN).replace(DISGUISED, (whole: string, local: string, domain: string, at: number) => {
    const isInBrackets = /[<([:]$/.test(text.charAt(at - 1)) || /^[>)\]]/.test(text.charAt(at + whole.length));
    return isInBrackets || senders.has(`${local}@${domain}`.toLowerCase()) ? HIDDEN : whole;
  });
}
