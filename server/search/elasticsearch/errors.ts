/** Errors of requests to Elasticsearch. They are never the reader's fault: all are answered with a 5xx status. */
import { errors } from '@elastic/elasticsearch';
import { AppError, UnavailableError } from '../../../platform/errors.ts';

/** 503: the search was stopped at its time limit. */
export class SearchTimedOutError extends UnavailableError {
  constructor(cause?: unknown) {
    super('search', 'This search took too long and was stopped. Add a board, dates or another word to narrow it.', {
      cause,
    });
  }
}

/** 500: Elasticsearch refused a request that this program made. */
export class SearchFailedError extends AppError {
  constructor(cause: unknown) {
    super('search_failed', 'The search failed because of an internal error. It has been logged.', { cause });
  }
}

/** Elasticsearch answers 401 and 403 after its operator has changed a password or a role. */
const UNAVAILABLE_STATUSES = new Set([401, 403, 408, 429, 502, 503, 504]);

/** An error of the client as one of the errors above, or UnavailableError; other errors unchanged. */
export function fromElasticsearch(error: unknown): unknown {
  if (!(error instanceof errors.ElasticsearchClientError)) return error;
  const isAway =
    error instanceof errors.ConnectionError ||
    error instanceof errors.NoLivingConnectionsError ||
    (error instanceof errors.ResponseError && UNAVAILABLE_STATUSES.has(error.statusCode ?? 0));
  if (isAway) {
    return new UnavailableError('search', 'Search is out of reach right now. Threads and posts can be read as usual.', {
      cause: error,
    });
  }
  const isStopped = error instanceof errors.TimeoutError || error instanceof errors.RequestAbortedError;
  return isStopped ? new SearchTimedOutError(error) : new SearchFailedError(error);
}
