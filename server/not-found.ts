import { AppError } from '../platform/errors.ts';

/** What was asked for is not in the archive, or may not be shown: readers cannot tell which. */
export class NotFoundError extends AppError {}
