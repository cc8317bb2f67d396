import { AppError } from '../../platform/errors.ts';

/**
 * Why bytes of a peer were refused.
 *
 * form       the bytes are not what the type asks for, or something follows the last field
 * limit      a field, list or message is longer than it may be
 * type       the type of the post is unknown
 * signature  the signature is wrong
 * future     the time is more than a week ahead: the post may come again later
 */
export type RefusedBecause = 'form' | 'limit' | 'type' | 'signature' | 'future';

/** Bytes of a peer that are no valid post or message. */
export class CableError extends AppError {
  readonly because: RefusedBecause;

  constructor(because: RefusedBecause, message: string) {
    super('cable_refused', message);
    this.because = because;
  }
}

/** The connection to a peer cannot go on: the handshake, the framing or the encryption failed, or a limit was passed. */
export class ConnectionError extends AppError {
  constructor(message: string, options?: { cause?: unknown }) {
    super('cable_connection', message, options);
  }
}
