import { readFileSync } from 'node:fs';

/** The version of Sagasu, such as 0.1.1. */
export const VERSION: string = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { readonly version: string }
).version;
