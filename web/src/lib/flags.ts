/** Flags are pictures: not every system's font draws the characters for them. The build writes them (web/vite.config.ts). */
import { formatCountry } from './format.ts';

/** Sources use their own codes for parts of the United Kingdom. */
const PARTS: ReadonlyMap<string, string> = new Map([
  ['XE', 'gb-eng'],
  ['XS', 'gb-sct'],
  ['XW', 'gb-wls'],
]);

/** The address of a flag; null if the code is not a country: XX is unknown, `troll:xx` a flag of the board. */
export function flagAddress(country: string): string | null {
  const code = country.toUpperCase();
  const part = PARTS.get(code);
  if (part !== undefined) return `/assets/flags/${part}.svg`;
  const isCountry = /^[A-Z]{2}$/.test(code) && formatCountry(code) !== code && (!code.startsWith('X') || code === 'XK');
  return isCountry ? `/assets/flags/${code.toLowerCase()}.svg` : null;
}
