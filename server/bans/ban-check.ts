/** Keeps banned networks from reporting and from writing ghost posts. */
import ipaddr from 'ipaddr.js';
import type pg from 'pg';
import { banPath } from '../../mappings/ban.ts';
import type { Board } from '../../mappings/board.ts';
import { BannedError, RefusedError } from '../shared/errors.ts';
import { FIND_BAN } from './sql.ts';

interface FoundBan {
  readonly link: string;
  readonly on_all_boards: boolean;
  readonly why: string | null;
  readonly until: Date;
}

/** `address`: as `senderAddress` returns it. Staff of the board pass, if `client` is identified as their account. @throws BannedError */
export async function assertNotBanned(
  client: pg.ClientBase,
  board: Pick<Board, 'id' | 'name'>,
  address: string,
): Promise<void> {
  const { rows } = await client.query<FoundBan>(FIND_BAN, [board.id, address]);
  const [ban] = rows;
  if (ban === undefined) return;
  const { link, on_all_boards: isOnAll, why, until } = ban;
  const where = isOnAll ? 'this archive' : `/${board.name}/`;
  const message = `Your network is banned from ${where} until ${until.toISOString().slice(0, 16).replace('T', ' ')} UTC.`;
  throw new BannedError(why === null ? message : `${message} Reason: ${why}`, banPath(link));
}

/**
 * The sender's address; an IPv4 address in IPv6 form becomes an IPv4 address.
 * @throws RefusedError if the client has disconnected, because its address is then unknown
 */
export function senderAddress(address: string | undefined): string {
  // The zone of a link-local address is not part of its network.
  const plain = address?.replace(/%.*$/, '') ?? '';
  if (ipaddr.isValid(plain)) return ipaddr.process(plain).toString();
  throw new RefusedError(400, 'request_invalid', 'The address of the sender is unknown.');
}
