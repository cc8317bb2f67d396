import { isDiskFull } from '../platform/disk-full.ts';
import { AppError } from '../platform/errors.ts';

export type BackupProblem =
  | 'key'
  | 'role'
  | 'folder'
  | 'damaged'
  | 'newer'
  | 'older'
  | 'in_use'
  | 'not_empty'
  | 'wal'
  | 'room'
  | 'programs'
  | 'target'
  | 'timeline'
  | 'differs';

/** A backup cannot be made or restored. The message contains the remedy. */
export class BackupError extends AppError {
  constructor(problem: BackupProblem, message: string, options?: { cause?: unknown }) {
    super(`backup_${problem}`, message, options);
  }
}

/** The error of a full disk with its remedy; any other error as it is. */
export function noRoom(thrown: unknown, folder: string, remedy: string): unknown {
  return isDiskFull(thrown) ? new BackupError('room', `${folder} is full: ${remedy}`, { cause: thrown }) : thrown;
}
