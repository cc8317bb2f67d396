import type { Problem } from '../../../mappings/contract/problem.ts';

/** `offline`: no response. `timeout`: none in time. `answer`: an error status. `garbled`: a body that is not JSON. */
export type ApiFailure = 'offline' | 'timeout' | 'answer' | 'garbled';

/** A failed request to /api/v1. */
export class ApiError extends Error {
  readonly failure: ApiFailure;
  /** HTTP status; 0 without a response. */
  readonly status: number;
  readonly problem: Problem | null;
  /** Seconds to wait according to Retry-After; 0 without that header. */
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

  /** The query is invalid, and `problem` says where. */
  get isBadQuery(): boolean {
    return this.status === 400 && this.problem !== null;
  }
}

export function isApiError(thrown: unknown): thrown is ApiError {
  return thrown instanceof ApiError;
}
