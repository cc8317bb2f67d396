/**
 * The network address from which the request that is being handled came, for the audit log. It accompanies the request by itself, so that no
 * transaction of staff can forget to tell it: as for the triggers of the log, the code in between need not know.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import ipaddr from 'ipaddr.js';

const addresses = new AsyncLocalStorage<string | null>();

/** Runs `next`, and all that follows from it, for a request from this address. */
export function withCallerAddress(address: string | undefined, next: () => void): void {
  addresses.run(readAddress(address), next);
}

/** null outside requests of staff: for commands, and tests of single functions. */
export function callerAddress(): string | null {
  return addresses.getStore() ?? null;
}

/** An IPv4 address in IPv6 form is an IPv4 address, and zones are of no use elsewhere. null for what is no address. */
function readAddress(address: string | undefined): string | null {
  const [bare = ''] = (address ?? '').split('%');
  return ipaddr.isValid(bare) ? ipaddr.process(bare).toString() : null;
}
