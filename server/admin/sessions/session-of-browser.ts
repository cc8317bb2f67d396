/** Opens and ends the session of a browser. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GivenFactor } from '../accounts/second-factor.ts';
import type { RelyingParty } from '../passkeys/relying-party.ts';
import type { ChallengeCookie } from './challenge-cookie.ts';
import type { SessionCookie } from './cookie.ts';
import type { DeviceCookie } from './device-cookie.ts';
import type { Sessions } from './sessions.ts';
import { readName, type SignInService } from './sign-in.ts';

export interface SessionContext {
  readonly sessions: Sessions;
  readonly cookie: SessionCookie;
  readonly devices: DeviceCookie;
  readonly challenges: ChallengeCookie;
  readonly party: RelyingParty | null;
  readonly signIns: SignInService;
}

interface TypedSecrets {
  /** As typed. */
  readonly name: string;
  readonly password: string;
  readonly code: string | null;
  readonly proof: NonNullable<GivenFactor['passkey']>['proof'] | null;
}

/**
 * Signs in, writes the cookies, and ends the session that the new one replaces. Needs @fastify/cookie.
 * @returns the session's token
 * @throws RefusedError as SignInService.signIn
 */
export async function openSessionOf(
  { sessions, cookie, devices, challenges, signIns }: SessionContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { name: typed, password, code, proof }: TypedSecrets,
): Promise<string> {
  const name = readName(typed);
  const device = devices.read(request, name);
  const passkey = proof === null ? null : { holder: challenges.read(request), proof };
  const { token } = await signIns.signIn({ name, password, code, passkey, address: request.ip, device });
  if (passkey !== null) challenges.clear(reply);
  for (const replaced of cookie.readAll(request)) await sessions.end(replaced);
  cookie.write(reply, token);
  devices.write(reply, name);
  request.log.info({ account: name }, 'signed in');
  return token;
}

/** Ends the sessions of the browser and removes its cookie. Needs @fastify/cookie. */
export async function endSessions(
  { sessions, cookie }: Pick<SessionContext, 'sessions' | 'cookie'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  for (const ended of cookie.readAll(request)) await sessions.end(ended);
  cookie.clear(reply);
}
