import type { FastifyRequest } from 'fastify';
import type { OwnSecrets } from '../../../../mappings/contract/account.ts';
import type { DeviceCookie } from '../../../admin/sessions/device-cookie.ts';
import type { Secrets } from '../../../admin/sessions/sign-in.ts';
import { signedIn } from '../../plugins/guard.ts';

/** Reads the secrets with which a request proves that it comes from the owner of the account. The session got the passkey's challenge. */
export function secretsReader(devices: DeviceCookie) {
  return (request: FastifyRequest, { password, code, passkey: proof }: OwnSecrets): Secrets => {
    const { name } = signedIn(request);
    const passkey = proof === undefined ? null : { holder: request.secret, proof };
    return { name, password, code: code ?? null, passkey, address: request.ip, device: devices.read(request, name) };
  };
}

export function logChange(request: FastifyRequest, what: string): void {
  request.log.info({ account: signedIn(request).name }, what);
}
