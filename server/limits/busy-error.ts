import { AppError } from '../../platform/errors.ts';

/** The queue is full, or the wait took too long. */
export class BusyError extends AppError {
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    const seconds = retryAfterSeconds === 1 ? 'a second' : `${retryAfterSeconds} seconds`;
    super('busy', `Too many requests are waiting right now. Try again in ${seconds}.`);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
