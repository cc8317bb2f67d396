/** A receiver of alerts. */
import type { Message, Sender } from './message.ts';

export interface Receiver {
  readonly name: 'webhook' | 'mail';
  /** Its host, without secrets. */
  readonly host: string;
  /** Returns its answer. @throws Error with a reason for operators, without secrets */
  send(message: Message, sender: Sender): Promise<string>;
}
