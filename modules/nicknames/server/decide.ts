/** Decisions of staff: a confirmation merges identities, and undoing it restores them. */
import type pg from 'pg';
import type { Identity, IdentityAlias } from '../../../mappings/contract/identity.ts';
import { listIdentities, removeIdentity, setAliases } from '../../../server/identities/identities.ts';
import { NotFoundError, RefusedError } from '../../../server/shared/errors.ts';
import type { ProposalAction, ProposalOutcome } from '../proposals.ts';
import { CLOSE_PROPOSAL, LOCK_PROPOSAL, REOPEN_PROPOSAL } from './sql.ts';

/** An identity at one moment; `aliases` is null if it does not exist. */
interface State {
  readonly name: string;
  readonly aliases: readonly IdentityAlias[] | null;
}

interface Change {
  readonly before: readonly State[];
  readonly after: readonly State[];
}

interface Locked {
  readonly aliases: readonly [IdentityAlias, IdentityAlias];
  readonly outcome: ProposalOutcome | null;
  readonly changed: Change | null;
}

export interface Decision {
  readonly id: number;
  readonly action: ProposalAction;
  readonly identity?: string | undefined;
  /** The name of the account that decides. */
  readonly account: string;
}

/**
 * In a transaction of an admin.
 * @throws NotFoundError `proposal_unknown`; RefusedError 409 `proposal_closed`, `proposal_open`, `identity_exists`, `identity_changed`
 */
export async function decide(client: pg.PoolClient, { id, action, identity, account }: Decision): Promise<void> {
  const proposal = await lock(client, id);
  if (action === 'undo') return undo(client, id, proposal);
  if (proposal.outcome !== null) throw new RefusedError(409, 'proposal_closed', 'The proposal is already decided.');
  if (action === 'decline') {
    await client.query(CLOSE_PROPOSAL, [id, 'declined', account, null]);
    return undefined;
  }
  const change = mergeOf(await listIdentities(client), proposal.aliases, identity?.trim());
  // Removed first: an alias belongs to one identity at a time.
  for (const { name, aliases } of change.before) {
    if (aliases !== null && stateOf(change.after, name) === null) await removeIdentity(client, name);
  }
  for (const { name, aliases } of change.after) if (aliases !== null) await setAliases(client, name, aliases);
  await client.query(CLOSE_PROPOSAL, [id, 'confirmed', account, JSON.stringify(change)]);
  return undefined;
}

async function undo(client: pg.PoolClient, id: number, { outcome, changed }: Locked): Promise<void> {
  if (outcome === null) throw new RefusedError(409, 'proposal_open', 'The proposal is not decided yet.');
  const { before, after }: Change = changed ?? { before: [], after: [] };
  const now = await listIdentities(client);
  const isChanged = after.some(({ name, aliases }) => !isSame(aliases, find(now, name)?.aliases ?? null));
  if (isChanged) {
    throw new RefusedError(409, 'identity_changed', 'The identity was changed since. Change its aliases instead.');
  }
  // Aliases leave the merged identity before others get them back.
  for (const { name, aliases } of after) {
    if (aliases === null) continue;
    const old = stateOf(before, name);
    await (old === null ? removeIdentity(client, name) : setAliases(client, name, old));
  }
  for (const { name, aliases } of before) if (aliases !== null) await setAliases(client, name, aliases);
  await client.query(REOPEN_PROPOSAL, [id]);
}

async function lock(client: pg.PoolClient, id: number): Promise<Locked> {
  const { rows } = await client.query<{
    kind: IdentityAlias['kind'];
    value: string;
    other_kind: IdentityAlias['kind'];
    other_value: string;
    outcome: ProposalOutcome | null;
    changed: Change | null;
  }>(LOCK_PROPOSAL, [id]);
  const [row] = rows;
  if (row === undefined) throw new NotFoundError('proposal_unknown', `There is no proposal ${id}.`);
  const { kind, value, other_kind: otherKind, other_value: otherValue, outcome, changed } = row;
  return {
    aliases: [
      { kind, value },
      { kind: otherKind, value: otherValue },
    ],
    outcome,
    changed,
  };
}

const MAX_NAME = 100;

/**
 * The identities before and after both aliases belong to one. It has the name that is given, or that of an identity with one of the
 * aliases, or an alias. @throws RefusedError 409 `identity_exists` for the name of an identity with neither alias
 */
export function mergeOf(
  identities: readonly Identity[],
  aliases: readonly [IdentityAlias, IdentityAlias],
  given?: string,
): Change {
  const owners = [...new Set(aliases.flatMap((alias) => identities.filter((one) => one.aliases.some(sameAs(alias)))))];
  const named = aliases.find(({ kind }) => kind === 'name') ?? aliases[0];
  const name = given ?? owners[0]?.name ?? named.value.slice(0, MAX_NAME).toWellFormed();
  if (find(identities, name) !== undefined && !owners.some((owner) => owner.name === name)) {
    throw new RefusedError(409, 'identity_exists', `${name} is the name of another identity. Give another name.`);
  }
  const all = [...owners.flatMap((owner) => owner.aliases), ...aliases];
  const merged = all.filter((alias, place) => all.findIndex(sameAs(alias)) === place);
  const others = owners.filter((owner) => owner.name !== name);
  return {
    before: [{ name, aliases: find(owners, name)?.aliases ?? null }, ...others],
    after: [{ name, aliases: merged }, ...others.map((owner) => ({ name: owner.name, aliases: null }))],
  };
}

function sameAs({ kind, value }: IdentityAlias): (other: IdentityAlias) => boolean {
  return (other) => other.kind === kind && other.value === value;
}

function isSame(aliases: readonly IdentityAlias[] | null, others: readonly IdentityAlias[] | null): boolean {
  if (aliases === null || others === null) return aliases === others;
  return aliases.length === others.length && aliases.every((alias) => others.some(sameAs(alias)));
}

function find(identities: readonly Identity[], name: string): Identity | undefined {
  return identities.find((one) => one.name === name);
}

function stateOf(states: readonly State[], name: string): readonly IdentityAlias[] | null {
  return states.find((state) => state.name === name)?.aliases ?? null;
}
