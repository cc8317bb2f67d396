import { AppError } from '../platform/errors.ts';

/** The machine lacks something, or something is in the way. The message contains the solution. */
export class PrerequisiteError extends AppError {
  constructor(message: string, options?: { cause?: unknown }) {
    super('prerequisite_missing', message, options);
  }
}

/** A store did not start. The message ends with the last lines of its log. */
export class StoreStartError extends AppError {
  constructor(message: string, options?: { cause?: unknown }) {
    super('store_not_started', message, options);
  }
}

/** The start was cancelled by its signal. */
export class StartCancelledError extends AppError {
  constructor() {
    super('start_cancelled', 'the start was cancelled');
  }
}

/** A store or a process failed too often and was not started again, so everything was stopped. */
export class GivenUpError extends AppError {
  constructor(message: string) {
    super('given_up', message);
  }
}
