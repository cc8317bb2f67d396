/** Addresses of the module's pages. */
import { boardAddress } from '../../../web/src/lib/addresses.ts';

export function seriesListAddress(board: string): string {
  return `${boardAddress(board)}series`;
}

export function seriesAddress(board: string, name: string): string {
  return `${seriesListAddress(board)}/${encodeURIComponent(name)}`;
}

/** Without the ending, `.atom` or `.json`. */
export function seriesFeedAddress(board: string, name: string): string {
  return `/api/v1/boards/${encodeURIComponent(board)}/series/${encodeURIComponent(name)}/feed`;
}
