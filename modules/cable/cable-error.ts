import { AppError } from '../../platform/errors.ts';

/**
 * Reasons to refuse bytes from a peer.
 *
 * form       malformed, or bytes follow the last field
 * limit      a field, list or message is too long
 * type       unknown post type
 * signature  wrong signature
 * future     the time is more than a week ahead; the post may be sent again later
 */
export type RefusedBecause = 'form' | 'limit' | 'type' | 'signature' | 'future';

/** Bytes from a peer that are not a valid post or message. */
export class CableError extends AppError {
  readonly because: RefusedBecause;

  constructor(because: RefusedBecause, message: string) {
    super('cable_refused', message);
    this.because = because;
  }
}

/** The connection to a peer must end: the handshake, framing or encryption failed, or a limit was exceeded. */
export class ConnectionError extends AppError {
  constructor(message: string, options?: { cause?: unknown }) {
    super('cable_connection', message, options);
  }
}
