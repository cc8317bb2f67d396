import { AppError } from '../platform/errors.ts';

/** Something on this machine is missing or in the way; the message is a sentence that says what to do. */
export class PrerequisiteError extends AppError {
  constructor(message: string, options?: { cause?: unknown }) {
    super('prerequisite_missing', message, options);
  }
}

/** A store did not come up; the message ends with what it said last. */
export class StoreStartError extends AppError {
  constructor(message: string, options?: { cause?: unknown }) {
    super('store_not_started', message, options);
  }
}

/** The start was called off. */
export class StartCancelledError extends AppError {
  constructor() {
    super('start_cancelled', 'the start was stopped');
  }
}
