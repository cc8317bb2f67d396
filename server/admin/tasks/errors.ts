import { AppError } from '../../../platform/errors.ts';

/** What was asked for does not go together with what is under way. */
export class TaskConflictError extends AppError {}

/** The same key came with another request before. */
export class KeyReusedError extends AppError {
  constructor() {
    super('key_reused', 'This Idempotency-Key came with a different request before: take a new one.');
  }
}
