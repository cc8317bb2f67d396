/**
 * Converts refusals of PostgreSQL (by a policy, a constraint or a RAISE of the schema) to answers of the API. The server refuses most
 * requests before, with better sentences. This table is for requests that reach the database, whose rules hold even if a route forgets
 * a check.
 */
import pg from 'pg';
import { RefusedError, NotFoundError } from './errors.ts';

/** By the name of the condition in PostgreSQL. `state` is its SQLSTATE. `fault`: the mistake is ours, not the caller's. */
export const DATABASE_REFUSALS = {
  insufficient_privilege: {
    state: '42501',
    status: 403,
    code: 'role_required',
    detail: 'Your role does not allow this.',
  },
  no_data_found: { state: 'P0002', status: 404, code: 'not_found', detail: 'There is nothing of this kind.' },
  object_in_use: {
    state: '55006',
    status: 409,
    code: 'busy',
    detail: 'Something else is using this. Try again in some seconds.',
  },
  lock_not_available: {
    state: '55P03',
    status: 409,
    code: 'busy',
    detail: 'Something else is using this. Try again in some seconds.',
  },
  object_not_in_prerequisite_state: {
    state: '55000',
    status: 409,
    code: 'conflict',
    detail: 'Its present state does not allow this.',
  },
  unique_violation: { state: '23505', status: 409, code: 'conflict', detail: 'There is one of this kind already.' },
  exclusion_violation: { state: '23P01', status: 409, code: 'conflict', detail: 'There is one of this kind already.' },
  foreign_key_violation: {
    state: '23503',
    status: 409,
    code: 'conflict',
    detail: 'Something that this belongs to is gone, or something still belongs to it.',
  },
  not_null_violation: { state: '23502', status: 422, code: 'value_invalid', detail: 'A value is missing.' },
  check_violation: { state: '23514', status: 422, code: 'value_invalid', detail: 'A value is not allowed.' },
  invalid_parameter_value: { state: '22023', status: 422, code: 'value_invalid', detail: 'A value is not allowed.' },
  numeric_value_out_of_range: {
    state: '22003',
    status: 422,
    code: 'value_invalid',
    detail: 'A number is too large or too small.',
  },
  invalid_text_representation: {
    state: '22P02',
    status: 422,
    code: 'value_invalid',
    detail: 'A value has the wrong form.',
  },
  string_data_right_truncation: { state: '22001', status: 422, code: 'value_invalid', detail: 'A text is too long.' },
  character_not_in_repertoire: {
    state: '22021',
    status: 422,
    code: 'value_invalid',
    detail: 'A text has characters that cannot be stored.',
  },
  untranslatable_character: {
    state: '22P05',
    status: 422,
    code: 'value_invalid',
    detail: 'A text has characters that cannot be stored.',
  },
  datetime_field_overflow: { state: '22008', status: 422, code: 'value_invalid', detail: 'A date is out of range.' },
  /** Changes of admins need the isolation level READ COMMITTED; no request chooses another. */
  invalid_transaction_state: { state: '25000', fault: true },
  /** RAISE without a condition: an argument that no route passes. */
  raise_exception: { state: 'P0001', fault: true },
} as const;

const REFUSALS: ReadonlyMap<string, (typeof DATABASE_REFUSALS)[keyof typeof DATABASE_REFUSALS]> = new Map(
  Object.values(DATABASE_REFUSALS).map((refusal) => [refusal.state, refusal]),
);

/** The routine of PL/pgSQL whose errors have messages of ours. */
const RAISE = 'exec_stmt_raise';
/** A missing grant: a mistake of ours, since policies and RAISE refuse with other messages. */
const MISSING_GRANT = /^permission denied for /;

/** The refusal for an error of PostgreSQL; null for other errors and for our own mistakes. */
export function databaseRefusalOf(error: Error): RefusedError | NotFoundError | null {
  if (!(error instanceof pg.DatabaseError) || MISSING_GRANT.test(error.message)) return null;
  const refusal = REFUSALS.get(error.code ?? '');
  if (refusal === undefined || 'fault' in refusal) return null;
  const detail = error.routine === RAISE ? sentence(error.message) : refusal.detail;
  return refusal.status === 404
    ? new NotFoundError(refusal.code, detail, { cause: error })
    : new RefusedError(refusal.status, refusal.code, detail);
}

const sentence = (message: string): string => `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
