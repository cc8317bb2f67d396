import { AppError } from '../../platform/errors.ts';

export type ImportProblem = 'charset' | 'format' | 'no_boards' | 'no_rows' | 'clock_unknown' | 'board_name' | 'source';

/** The source cannot be imported in its present state. The message describes a remedy. */
export class ImportError extends AppError {
  constructor(problem: ImportProblem, message: string, options?: { cause?: unknown }) {
    super(`import_${problem}`, message, options);
  }
}
