import type { DumpClient } from '../format/dump.ts';

/** As dumps name it. The version is that of package.json, and is raised when the same file gets another dump. */
export const CLIENT: DumpClient = { name: 'sagasu', version: '0.2.0' };
