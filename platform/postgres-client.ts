import pg from 'pg';

type Asked = readonly [asked: string | pg.QueryConfig | pg.Submittable, values?: unknown, callback?: unknown];
type AskDriver = (...asked: Asked) => never;
type Answered = (error: Error | null | undefined, result: unknown) => void;

/**
 * A client that lets go of what a query read as soon as it is over. The driver sets callbacks as properties, and V8 makes
 * functions that are set so among the old objects: they keep the query, its values and all of its rows until those are
 * looked through, and whatever is kept is moved twice before. A query that failed is left alone: the driver may not be done
 * with it.
 */
export class LettingGoClient extends pg.Client {
  /** In each of the driver's forms: a text or more with values and a callback, or without; or a query that is its own. */
  override query(...asks: never): never {
    const [asked, values, callback] = asks as unknown as Asked;
    if (isSubmittable(asked)) {
      if (asked instanceof pg.Query) letGoOf(asked);
      return (super.query as unknown as AskDriver).call(this, asked, values, callback);
    }
    const told = asCallback(values) ?? asCallback(callback);
    const list = Array.isArray(values) ? (values as unknown[]) : undefined;
    return (told === undefined ? this.#promised(asked, list) : this.#told(asked, list, told)) as never;
  }

  #told(asked: string | pg.QueryConfig, values: unknown[] | undefined, answered: Answered): void {
    super.query(letGoOf(new pg.Query(asked, values, answered)));
  }

  async #promised(asked: string | pg.QueryConfig, values: unknown[] | undefined): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#told(asked, values, (error, result) => (error ? reject(error) : resolve(result)));
    try {
      return await promise;
    } catch (error) {
      // From here it leads to who asked; as it came it leads to the socket.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  }
}

function isSubmittable(asked: Asked[0]): asked is pg.Submittable {
  return typeof asked !== 'string' && 'submit' in asked;
}

function asCallback(value: unknown): Answered | undefined {
  return typeof value === 'function' ? (value as Answered) : undefined;
}

/** Of what the driver keeps in a query, what may be large. */
const LET_GO = { _result: null, _results: null, values: null };

/** All that a query's callback sees. */
class Waiting {
  #query: pg.Query | null;
  #answered: Answered | null;

  constructor(query: pg.Query, answered: Answered) {
    this.#query = query;
    this.#answered = answered;
  }

  end(error: Error | null | undefined, result: unknown): void {
    const [query, answered] = [this.#query, this.#answered];
    this.#query = this.#answered = null;
    if (!error && query !== null) Object.assign(query.removeAllListeners('row'), LET_GO);
    answered?.(error, result);
  }
}

/** The same query. One without a callback is read by its events, and stays as it is. */
function letGoOf(query: pg.Query & { callback?: Answered }): pg.Query {
  if (query.callback !== undefined) query.callback = endOf(new Waiting(query, query.callback));
  return query;
}

/** Made here, where it sees nothing but `waiting`. */
function endOf(waiting: Waiting): Answered {
  return (error, result) => waiting.end(error, result);
}
