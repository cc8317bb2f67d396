import type { Identity } from '../../mappings/contract/identity.ts';

/** By its name, else by the same letters in another case; null when there is none. */
export function identityNamed(identities: readonly Identity[], name: string): Identity | null {
  const lower = name.toLowerCase();
  return (
    identities.find((identity) => identity.name === name) ??
    identities.find((identity) => identity.name.toLowerCase() === lower) ??
    null
  );
}
