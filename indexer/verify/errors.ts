import { AppError } from '../../platform/errors.ts';

/** The index left the board's set while it was compared. */
export class IndexGoneError extends AppError {
  constructor(name: string) {
    super('index_gone', `${name} is in its board's set no more`);
  }
}
