import { t } from './messages.ts';

const CAPCODES = {
  A: 'capcode.admin',
  D: 'capcode.developer',
  F: 'capcode.founder',
  G: 'capcode.manager',
  M: 'capcode.mod',
  V: 'capcode.verified',
} as const;

/** The rank of a letter; null for a letter that only some sources use. */
export function capcodeName(capcode: string): string | null {
  return Object.hasOwn(CAPCODES, capcode) ? t(CAPCODES[capcode as keyof typeof CAPCODES]) : null;
}
