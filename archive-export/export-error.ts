import { AppError } from '../platform/errors.ts';

export type ExportProblem =
  | 'folder'
  | 'chain_broken'
  | 'sum_wrong'
  | 'manifest_invalid'
  | 'other_database'
  | 'writer_open'
  | 'line_invalid'
  | 'no_datastore';

/** An export cannot be made or read. The message contains the remedy. */
export class ExportError extends AppError {
  constructor(problem: ExportProblem, message: string, options?: { cause?: unknown }) {
    super(`export_${problem}`, message, options);
  }
}
