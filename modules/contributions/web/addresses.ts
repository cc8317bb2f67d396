import { stringifySearch } from '../../../web/src/lib/addresses.ts';

/** Contributed dumps. */
export const DUMPS_ADDRESS = '/dumps';

export function dumpAddress(id: number): string {
  return `${DUMPS_ADDRESS}/${id}`;
}

/** What dumps say of a file. @param md5 Hexadecimal. */
export function dumpedFileAddress(md5: string, size: number): string {
  return `${DUMPS_ADDRESS}/file${stringifySearch({ md5, size: String(size) })}`;
}
