/** The part of the Trusted Types API that is used in this file; TypeScript lacks its types. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: () => string },
  ): { createScriptURL(text: string): string };
}

/** By the name of the policy, which can be created only once. */
const addresses = new Map<string, string>();

/**
 * Starts the worker at this address. Pages must pass a value of a Trusted Types policy: their Content-Security-Policy allows only the
 * named policies, and each returns its one address, whatever it is passed. Browsers without Trusted Types take the text.
 */
export function startTrustedWorker(policy: string, address: string): Worker {
  const trusted = addresses.get(policy) ?? trustedAddress(policy, address);
  addresses.set(policy, trusted);
  return new Worker(trusted, { type: 'module' });
}

function trustedAddress(policy: string, address: string): string {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
  if (trustedTypes === undefined) return address;
  return trustedTypes.createPolicy(policy, { createScriptURL: () => address }).createScriptURL('');
}
