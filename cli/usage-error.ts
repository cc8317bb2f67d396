import { AppError } from '../platform/errors.ts';

/** The command was not understood: exit code 2. */
export class UsageError extends AppError {
  constructor(message: string) {
    super('usage', message);
  }
}
