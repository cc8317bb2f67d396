/** Checks the fields that a reader typed. Pure. */
import { createHash } from 'node:crypto';
import { GHOST_LIMITS, MIN_GHOST_PASSWORD } from '../limits.ts';
import { splitName, tripcodeOf } from '../../../mappings/names/tripcode.ts';
import { RefusedError } from '../../../server/shared/errors.ts';

export interface TypedGhost {
  readonly name: string;
  readonly email: string;
  readonly subject: string;
  readonly comment: string;
  readonly password: string;
}

export interface ReadGhost {
  readonly name: string;
  readonly tripcode: string | null;
  readonly email: string | null;
  readonly subject: string | null;
  readonly comment: string;
  readonly password: string;
}

/** `secret`: the key of secure tripcodes; null for none. @throws RefusedError 400 `ghost_invalid`, `tripcode_unavailable` */
export function readGhost(typed: TypedGhost, secret: string | null): ReadGhost {
  const line = (field: 'name' | 'email' | 'subject') => {
    const text = storable(typed[field]).replaceAll(/\s+/g, ' ').trim();
    if (text.length > GHOST_LIMITS[field]) throw tooLong(field, GHOST_LIMITS[field]);
    return text;
  };
  const comment = storable(typed.comment).replaceAll(/\r\n?/g, '\n').trimEnd().replace(/^\n+/, '');
  if (comment.trim() === '') throw invalid('This comment would display empty.');
  if (comment.length > GHOST_LIMITS.comment) throw tooLong('comment', GHOST_LIMITS.comment);
  if (comment.split('\n').length > GHOST_LIMITS.lines) throw invalid('Your comment has too many lines.');
  const { password } = typed;
  if (password.length < MIN_GHOST_PASSWORD || password.length > GHOST_LIMITS.password) {
    throw invalid(
      `Choose a password of ${MIN_GHOST_PASSWORD} to ${GHOST_LIMITS.password} characters, with which you can delete the post.`,
    );
  }
  const { name, secret: trip, secureSecret } = splitName(line('name'));
  const tripcode = [
    trip === '' ? '' : tripcodeOf(trip),
    secureSecret === '' ? '' : secureTripcode(secureSecret, secret),
  ].join('');
  return {
    name: name === '' ? 'Anonymous' : name,
    tripcode: tripcode === '' ? null : tripcode,
    email: line('email') || null,
    subject: line('subject') || null,
    comment,
    password,
  };
}

/** FoolFuuka's algorithm: operators who move to Sagasu with their key keep all secure tripcodes. */
function secureTripcode(typed: string, secret: string | null): string {
  if (secret === null) {
    throw new RefusedError(
      400,
      'tripcode_unavailable',
      'This archive has no secure tripcodes: write one # instead of two.',
    );
  }
  const hash = createHash('sha1').update(typed, 'utf8').update(Buffer.from(secret, 'base64')).digest('base64');
  return `!!${hash.slice(0, 11)}`;
}

/** Removes characters that PostgreSQL cannot store, and those that change the text direction. */
function storable(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('\0', '')
    .replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, '');
}

function tooLong(field: string, limit: number): RefusedError {
  return invalid(`Your ${field} has too many characters: at most ${limit}.`);
}

function invalid(message: string): RefusedError {
  return new RefusedError(400, 'ghost_invalid', message);
}
