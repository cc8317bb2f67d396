/** Asks the browser for a passkey. The library that talks to it is loaded then. */
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type { AddPasskey, PasskeyOptions, PasskeyProof } from '../../../../../mappings/contract/passkeys.ts';

/** The owner cancelled, took too long or has no passkey here, or the browser refused. */
export class PasskeyUnusedError extends Error {}

const library = async () => import('@simplewebauthn/browser');

export function isPasskeyPossible(): boolean {
  return typeof PublicKeyCredential === 'function';
}

/** Signs the challenge of these options. @throws PasskeyUnusedError */
export async function signWithPasskey({ options }: PasskeyOptions): Promise<PasskeyProof> {
  const { startAuthentication } = await library();
  // The contract does not repeat the standard's shape.
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const { id, response } = await unlessUnused(startAuthentication({ optionsJSON }));
  const { clientDataJSON, authenticatorData, signature } = response;
  return { id, response: { clientDataJSON, authenticatorData, signature } };
}

/** Creates a passkey with these options. @throws PasskeyUnusedError */
export async function createPasskey({ options }: PasskeyOptions): Promise<Omit<AddPasskey, 'name'>> {
  const { startRegistration } = await library();
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const { id, response } = await unlessUnused(startRegistration({ optionsJSON }));
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return { id, response: { clientDataJSON, attestationObject, transports: [...transports] } };
}

async function unlessUnused<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw new PasskeyUnusedError('the browser gave no passkey', { cause: error });
  }
}
