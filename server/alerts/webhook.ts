/** Posts messages to the operator's address, signed by the scheme of Standard Webhooks. */
import { createHmac } from 'node:crypto';
import { Agent, request } from 'undici';
import { toError } from '../../platform/errors.ts';
import { publicConnector } from '../../platform/public-connector.ts';
import { VERSION } from '../../platform/version.ts';
import { toJson } from './message.ts';
import type { Receiver } from './receiver.ts';

interface WebhookOptions {
  readonly url: string;
  readonly secret: Buffer | null;
  readonly privateHosts: ReadonlySet<string>;
  readonly sendMs: number;
}

/** So much of an answer is read and shown. */
const MOST_ANSWER = 300;

export function createWebhook({ url, secret, privateHosts, sendMs }: WebhookOptions): Receiver {
  const { protocol, hostname, host } = new URL(url);
  const isInside = privateHosts.has(hostname) || /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  return {
    name: 'webhook',
    host,
    async send(message, sender) {
      if (protocol === 'http:' && !isInside) {
        throw new Error(`${hostname} must be reached by https, or be in SAGASU_ALERT_PRIVATE_HOSTS`);
      }
      const body = toJson(message, sender);
      const timestamp = String(Math.floor(Date.now() / 1_000));
      const headers = {
        'content-type': 'application/json',
        'user-agent': `Sagasu/${VERSION}`,
        'webhook-id': message.id,
        'webhook-timestamp': timestamp,
        ...(secret !== null && { 'webhook-signature': sign(secret, message.id, timestamp, body) }),
      };
      // A connection of its own for each message: there are few, and an old connection may be dead.
      const dispatcher = new Agent({ connect: publicConnector(sendMs, { privateHosts }) });
      try {
        const signal = AbortSignal.timeout(sendMs);
        const answer = await request(url, { method: 'POST', body, headers, dispatcher, signal });
        const status = answer.statusCode;
        if (status >= 300 && status < 400)
          throw new Error(`it redirects to another address (status ${status}): set that one`);
        const text = await beginningOf(answer.body);
        if (status < 200 || status >= 300)
          throw new Error(`it answered with status ${status}${text === '' ? '' : `: ${text}`}`);
        return `status ${status}`;
      } catch (error) {
        const { name, message: reason } = toError(error);
        if (name === 'TimeoutError') throw new Error(`no answer within ${sendMs / 1_000} s`, { cause: error });
        throw new Error(reason.replaceAll(url, host) || 'connection refused', { cause: error });
      } finally {
        await dispatcher.destroy();
      }
    },
  };
}

function sign(secret: Buffer, id: string, timestamp: string, body: string): string {
  return `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}

/** The rest of a long answer is never read. */
async function beginningOf(body: AsyncIterable<Buffer>): Promise<string> {
  let text = '';
  for await (const chunk of body) {
    text += chunk.toString('utf8');
    if (text.length >= MOST_ANSWER) break;
  }
  return text.slice(0, MOST_ANSWER).replaceAll(/\s+/g, ' ').trim();
}
