/**
 * Codes of tickets. The database has their hashes only, and finds a ticket by its hash: the time of an answer depends on no part of the
 * code.
 */
import { createHash, randomBytes } from 'node:crypto';

export function newTicketCode(): string {
  return randomBytes(32).toString('base64url');
}

export function hashOfTicketCode(code: string): Buffer {
  return createHash('sha256').update(code).digest();
}
