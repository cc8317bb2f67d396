/** Where the answers of the API come from: the network in browsers, what is at hand on a server that renders a page. */
import { perPage } from './page-scope.ts';

export type Answer = Pick<Response, 'ok' | 'status' | 'text' | 'json'> & {
  readonly headers: Pick<Headers, 'get'>;
};

type Request = (address: string, init: RequestInit) => Promise<Answer>;

const source = perPage<{ request: Request }>(() => ({ request: async (address, init) => fetch(address, init) }));

export async function sendRequest(address: string, init: RequestInit): Promise<Answer> {
  return source().request(address, init);
}

/** For the page that is rendered now. */
export function answerFrom(request: Request): void {
  source().request = request;
}
