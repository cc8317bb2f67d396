/**
 * Redis's key of the proxies that pass on requests without being trusted: a hash of addresses with the time of the last request. Servers
 * write it, and `sagasu doctor` reads it.
 */
export const FOREIGN_PROXIES_KEY = (prefix: string): string => `${prefix}:foreign-proxies`;
