import { errors } from '@elastic/elasticsearch';
import { AppError, UnavailableError } from '../../platform/errors.ts';

/** Elasticsearch understood and refuses; the same request will be refused again. */
export class RejectedError extends AppError {
  readonly status: number;
  /** Elasticsearch's name of the error, such as `resource_already_exists_exception`. */
  readonly type: string;

  constructor(status: number, type: string, message: string, options?: { cause?: unknown }) {
    super('search_rejected', message, options);
    this.status = status;
    this.type = type;
  }
}

/** Statuses that speak of the request and not of Elasticsearch's present state. */
const REJECTED = new Set([400, 404, 405, 406, 409, 413, 415]);

/** @throws RejectedError or UnavailableError in place of the client's own errors. */
export async function fromElasticsearch<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof errors.ElasticsearchClientError)) throw error;
    const message = `Elasticsearch: ${error.message}`;
    if (error instanceof errors.ResponseError && REJECTED.has(error.statusCode ?? 0)) {
      const body = error.body as { error?: { type?: string } } | string | undefined;
      const type = (typeof body === 'object' ? body.error?.type : undefined) ?? 'unknown';
      throw new RejectedError(error.statusCode ?? 0, type, message, { cause: error });
    }
    throw new UnavailableError('Elasticsearch', message, { cause: error });
  }
}
