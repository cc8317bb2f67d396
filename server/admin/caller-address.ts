/**
 * The network address of the request that is being handled, for the audit log. An AsyncLocalStorage carries it to every transaction of
 * staff, so that no function has to pass it on.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import ipaddr from 'ipaddr.js';

const addresses = new AsyncLocalStorage<string | null>();

/** Runs `next`, and everything that it starts, for a request from this address. */
export function withCallerAddress(address: string | undefined, next: () => void): void {
  addresses.run(readAddress(address), next);
}

/** null outside requests of staff: for commands, and tests of single functions. */
export function callerAddress(): string | null {
  return addresses.getStore() ?? null;
}

/** An IPv4 address in IPv6 form is an IPv4 address, and zones have no meaning on other hosts. null for text that is not an address. */
function readAddress(address: string | undefined): string | null {
  const [bare = ''] = (address ?? '').split('%');
  return ipaddr.isValid(bare) ? ipaddr.process(bare).toString() : null;
}
