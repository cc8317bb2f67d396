import { DUMP_PAGES } from '../page-paths.ts';
import { stringifySearch } from '../../../web/src/lib/addresses.ts';

/** Contributed dumps. */
export const DUMPS_ADDRESS = DUMP_PAGES.list;

export function dumpAddress(id: number): string {
  return `${DUMPS_ADDRESS}/${id}`;
}

/** The page of a file with its dumps. @param md5 The MD5 in hexadecimal. */
export function dumpedFileAddress(md5: string, size: number): string {
  return `${DUMPS_ADDRESS}/file${stringifySearch({ md5, size: String(size) })}`;
}
