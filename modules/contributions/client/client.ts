import type { DumpClient } from '../format/dump.ts';

/** The client's name and version in dumps. Raise the version in package.json when dumps of the same file change. */
export const CLIENT: DumpClient = { name: 'sagasu', version: '0.2.0' };
