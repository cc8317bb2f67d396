/** Where the answers of the API come from: the network in browsers, what is at hand on a server that renders a page. */

export type Answer = Pick<Response, 'ok' | 'status' | 'text' | 'json'> & {
  readonly headers: Pick<Headers, 'get'>;
};

type Request = (address: string, init: RequestInit) => Promise<Answer>;

let source: Request = async (address, init) => fetch(address, init);

export async function sendRequest(address: string, init: RequestInit): Promise<Answer> {
  return source(address, init);
}

export function answerFrom(other: Request): void {
  source = other;
}
