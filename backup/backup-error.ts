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
  | 'differs';

/** A backup cannot be made or restored. The message contains the remedy. */
export class BackupError extends AppError {
  constructor(problem: BackupProblem, message: string, options?: { cause?: unknown }) {
    super(`backup_${problem}`, message, options);
  }
}
