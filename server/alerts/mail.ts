/** Sends messages as mails. */
import { createTransport } from 'nodemailer';
import { toError } from '../../platform/errors.ts';
import { toText } from './message.ts';
import type { Receiver } from './receiver.ts';

interface MailOptions {
  readonly url: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly sendMs: number;
}

const SMTPS_PORT = 465;
const SUBMISSION_PORT = 587;
/** So much of the server's words is shown. */
const MOST_ANSWER = 300;

export function createMailReceiver({ url, from, to, sendMs }: MailOptions): Receiver {
  const { protocol, hostname, port, username, password } = new URL(url);
  const host = hostname.replaceAll(/^\[|\]$/g, '');
  const isTls = protocol === 'smtps:';
  const isHere = host === 'localhost' || host === '127.0.0.1' || host === '::1';
  const login = username === '' ? null : { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  const transport = {
    host,
    port: port === '' ? (isTls ? SMTPS_PORT : SUBMISSION_PORT) : Number(port),
    secure: isTls,
    // A mail server of this machine mostly has a certificate that nobody has signed.
    ignoreTLS: isHere,
    // A password is never sent in the clear to another machine.
    requireTLS: login !== null && !isHere,
    connectionTimeout: sendMs / 2,
    greetingTimeout: sendMs / 2,
    socketTimeout: sendMs / 2,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(login !== null && { auth: login }),
  };
  return {
    name: 'mail',
    host: port === '' ? hostname : `${hostname}:${port}`,
    async send(message, sender) {
      const mailer = createTransport(transport);
      const late = Promise.withResolvers<never>();
      const timer = setTimeout(() => late.reject(new Error(`no answer within ${sendMs / 1_000} s`)), sendMs);
      try {
        const { subject, text } = toText(message, sender);
        const mail = { from, to: [...to], subject, text, headers: { 'Auto-Submitted': 'auto-generated' } };
        // The same Message-ID in every attempt: mail programs show a repeated mail once.
        const messageId = `<${message.id}@${sender.server}>`;
        const { response, rejected } = await Promise.race([mailer.sendMail({ ...mail, messageId }), late.promise]);
        const refused = rejected.length === 0 ? '' : `; refused: ${rejected.map(String).join(', ')}`;
        return `${response.slice(0, MOST_ANSWER)}${refused}`;
      } catch (error) {
        throw new Error(toError(error).message.replaceAll(/\s+/g, ' ').slice(0, MOST_ANSWER), { cause: error });
      } finally {
        clearTimeout(timer);
        mailer.close();
      }
    },
  };
}
