/** Removal requests as decisions find them. */
import type pg from 'pg';
import { assertModeratorOfAny } from '../../../server/admin/as-account.ts';
import { NotFoundError, RefusedError } from '../../../server/shared/errors.ts';
import type { DecideRemoval, RemovalRequest } from '../contract/removal-requests.ts';
import type { Outcome } from '../requests.ts';
import * as sql from './sql.ts';

export interface Decider {
  /** Name of the account, or `cli`. */
  readonly account: string;
  /** null for the command line. */
  readonly secret: string | null;
}

export type Removal = DecideRemoval & { readonly action: Exclude<Outcome, 'refuse'> };

export interface RequestState extends Pick<
  RemovalRequest,
  'about' | 'version' | 'state' | 'worked_by' | 'outcome' | 'closed_by'
> {
  readonly is_worked_on: boolean | null;
}

/** @throws NotFoundError `request_unknown` */
export async function findRequest(client: pg.PoolClient, { secret }: Decider, id: number): Promise<RequestState> {
  return read(client, sql.FIND_REQUEST, secret, id);
}

/** @throws NotFoundError `request_unknown` */
export async function lockRequest(client: pg.PoolClient, { secret }: Decider, id: number): Promise<RequestState> {
  return read(client, sql.LOCK_REQUEST, secret, id);
}

async function read(
  client: pg.PoolClient,
  statement: string,
  secret: string | null,
  id: number,
): Promise<RequestState> {
  if (secret !== null) await assertModeratorOfAny(client);
  const { rows } = await client.query<RequestState>(statement, [id]);
  const [request] = rows;
  if (request === undefined)
    throw new NotFoundError('request_unknown', `There is no removal request ${id} on boards that you moderate.`);
  return request;
}

/** @throws RefusedError 409 `request_worked_on`, `request_changed` */
export function assertDecidable(request: RequestState, decision: DecideRemoval): void {
  if (request.state === 'working' && request.is_worked_on === true)
    throw new RefusedError(409, 'request_worked_on', `${request.worked_by ?? ''} is carrying out a decision.`);
  assertVersion(request, decision);
  if (request.state === 'decided' || request.state === 'withdrawn') throw changed(request);
}

/** @throws RefusedError 409 `request_changed` */
export function assertVersion(request: RequestState, decision: DecideRemoval): void {
  if (request.version !== decision.version) throw changed(request);
}

function changed({ closed_by: by, outcome, state }: RequestState): RefusedError {
  const how =
    state === 'withdrawn'
      ? 'The person has withdrawn it.'
      : outcome !== null
        ? `${by ?? ''} has decided it: ${outcome}.`
        : 'Words were added, or somebody has worked on it.';
  return new RefusedError(409, 'request_changed', `The request has changed since you opened it. ${how}`);
}
