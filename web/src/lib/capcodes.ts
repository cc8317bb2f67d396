import { t } from './messages.ts';

const CAPCODES = {
  A: 'capcode.admin',
  D: 'capcode.developer',
  F: 'capcode.founder',
  G: 'capcode.manager',
  M: 'capcode.mod',
  V: 'capcode.verified',
} as const;

/** The rank that a letter stands for; null for one that only some sources have. */
export function capcodeName(capcode: string): string | null {
  return Object.hasOwn(CAPCODES, capcode) ? t(CAPCODES[capcode as keyof typeof CAPCODES]) : null;
}
