import type { Problem } from '../../../mappings/contract/problem.ts';

/** `offline`: no answer came. `timeout`: none in time. `answer`: the server refused. `garbled`: not what was promised. */
export type ApiFailure = 'offline' | 'timeout' | 'answer' | 'garbled';

/** A request to /api/v1 that gave no usable answer. */
export class ApiError extends Error {
  readonly failure: ApiFailure;
  /** HTTP status; 0 without an answer. */
  readonly status: number;
  readonly problem: Problem | null;
  /** Seconds that the server asks to wait; 0 where it asks for none. */
  readonly retryAfter: number;

  constructor(
    failure: ApiFailure,
    message: string,
    options: { status?: number; problem?: Problem | null; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'ApiError';
    this.failure = failure;
    this.status = options.status ?? 0;
    this.problem = options.problem ?? null;
    this.retryAfter = options.retryAfter ?? 0;
  }

  get isNotFound(): boolean {
    return this.status === 404;
  }

  /** The reader's query is at fault, and the problem says where. */
  get isBadQuery(): boolean {
    return this.status === 400 && this.problem !== null;
  }
}

export function isApiError(thrown: unknown): thrown is ApiError {
  return thrown instanceof ApiError;
}
