import type { InjectOptions } from 'fastify';
import { addAdmin } from '../../../../server/admin/accounts/accounts.ts';
import type { World } from '../../../support/world.ts';
import type { Answer, GivenServer } from '../given-archive.ts';

export const PASSWORD = 'correct horse battery staple';

/** Headers that the archive's own pages send. */
const OWN_PAGE = { 'sec-fetch-site': 'same-origin' };

export interface Admin {
  readonly name: string;
  /** `name=value`, as a browser would send the cookie. */
  readonly cookie: string;
  get(path: string): Promise<Answer>;
  put(path: string, body: object): Promise<Answer>;
  send(
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<Answer>;
}

export async function ask(server: GivenServer, request: InjectOptions): Promise<Answer> {
  const answer = await server.app.inject(request);
  const isJson = String(answer.headers['content-type']).includes('json');
  return { status: answer.statusCode, body: isJson ? answer.json() : answer.body, headers: answer.headers };
}

export async function signIn(
  server: GivenServer,
  name: string,
  password: string,
  more: InjectOptions = {},
): Promise<Answer> {
  const url = '/api/v1/admin/session';
  return ask(server, { method: 'POST', url, headers: OWN_PAGE, payload: { name, password }, ...more });
}

/** `''` if the answer sets no cookie. */
export function cookieOf({ headers }: Answer): string {
  const [cookie = ''] = [headers['set-cookie']].flat();
  return String(cookie).split(';')[0] ?? '';
}

/** Adds an admin and signs in. */
export async function givenAdmin(world: World, server: GivenServer, name = 'root'): Promise<Admin> {
  await addAdmin(world.pool, name, PASSWORD).catch(() => undefined);
  const cookie = cookieOf(await signIn(server, name, PASSWORD));
  if (cookie === '') throw new Error(`${name} could not sign in`);
  return adminWith(server, name, cookie);
}

export function adminWith(server: GivenServer, name: string, cookie: string): Admin {
  const send: Admin['send'] = async (method, path, body = {}, headers = {}) =>
    ask(server, { method, url: `/api/v1/admin${path}`, headers: { ...OWN_PAGE, cookie, ...headers }, payload: body });
  return {
    name,
    cookie,
    get: (path) => ask(server, { url: `/api/v1/admin${path}`, headers: { ...OWN_PAGE, cookie } }),
    put: async (path, body) => send('PUT', path, body),
    send,
  };
}
