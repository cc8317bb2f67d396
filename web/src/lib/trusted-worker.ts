/** The Trusted Types API, which TypeScript does not know, as far as it is used here. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: () => string },
  ): { createScriptURL(text: string): string };
}

/** By the name of the policy, which may be taken once. */
const addresses = new Map<string, string>();

/**
 * Starts the worker at this address. Pages must give it as a value of a Trusted Types policy: their Content-Security-Policy permits the named
 * policies only, and each makes its one address whatever it is asked for. Browsers without Trusted Types take the text.
 */
export function startTrustedWorker(policy: 'code-worker' | 'proof-worker', address: string): Worker {
  const trusted = addresses.get(policy) ?? trustedAddress(policy, address);
  addresses.set(policy, trusted);
  return new Worker(trusted, { type: 'module' });
}

function trustedAddress(policy: string, address: string): string {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
  if (trustedTypes === undefined) return address;
  return trustedTypes.createPolicy(policy, { createScriptURL: () => address }).createScriptURL('');
}
