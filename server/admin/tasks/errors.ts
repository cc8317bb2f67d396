import { RefusedError } from '../../http/errors.ts';

/** What was asked for does not go together with what is under way. */
export class TaskConflictError extends RefusedError {
  constructor(code: string, message: string) {
    super(409, code, message);
  }
}

/** The same key came with another request before. */
export class KeyReusedError extends RefusedError {
  constructor() {
    super(422, 'key_reused', 'This Idempotency-Key came with a different request before: take a new one.');
  }
}
