/** The source of the API's answers: the network in browsers, given answers on a server that renders a page. */
import { perPage } from './page-scope.ts';

export type Answer = Pick<Response, 'ok' | 'status' | 'text' | 'json'> & {
  readonly headers: Pick<Headers, 'get'>;
};

type Request = (address: string, init: RequestInit) => Promise<Answer>;

const source = perPage<{ request: Request }>(() => ({ request: async (address, init) => fetch(address, init) }));

export async function sendRequest(address: string, init: RequestInit): Promise<Answer> {
  return source().request(address, init);
}

/** Answers a request for the page that is being rendered. */
export function answerFrom(request: Request): void {
  source().request = request;
}
