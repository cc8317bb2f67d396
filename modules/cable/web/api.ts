/** Requests of the page about cabals. */
import type {
  BlockCabalAuthor,
  BlockedCabalAuthor,
  CabalAuthor,
  CabalList,
  CabalRefusalList,
} from '../contract/cabals.ts';
import { send } from '../../../web/src/features/admin/api.ts';
import { stringifySearch } from '../../../web/src/lib/addresses.ts';
import { requestJson } from '../../../web/src/lib/api-client.ts';

export function fetchCabals(signal: AbortSignal): Promise<CabalList> {
  return requestJson('/admin/cabals', { signal });
}

export function fetchCabalRefusals(cabal: number, limit: number, signal: AbortSignal): Promise<CabalRefusalList> {
  return requestJson(`/admin/cabals/${cabal}/refusals${stringifySearch({ limit: String(limit) })}`, { signal });
}

export function fetchCabalAuthor(cabal: number, author: string, signal: AbortSignal): Promise<CabalAuthor> {
  return requestJson(`/admin/cabals/${cabal}/authors/${author}`, { signal });
}

/** Carries out one step. */
export function blockCabalAuthor(cabal: number, body: BlockCabalAuthor): Promise<BlockedCabalAuthor> {
  return send('POST', `/admin/cabals/${cabal}/blocked-authors`, body);
}

export function unblockCabalAuthor(cabal: number, author: string): Promise<void> {
  return send('DELETE', `/admin/cabals/${cabal}/blocked-authors/${author}`);
}
