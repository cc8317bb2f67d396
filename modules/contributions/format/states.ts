/** The states of a dump with their numbers, and the changes that each actor may make. Pure. */

/** The numbers are those of AniDB, except 91 and 93: AniDB has no numbers for smitten and forgotten. */
export const DUMP_STATES = {
  new: 0,
  used: 11,
  deprecated: 13,
  unseen: 21,
  candidate: 23,
  codec: 31,
  stalled: 33,
  failed_xml: 41,
  failed_db: 43,
  failed: 45,
  incoherent: 47,
  reset: 83,
  smitten: 91,
  forgotten: 93,
  exception: -11,
} as const;

export type DumpState = keyof typeof DUMP_STATES;

/**
 * door       the server when it receives a dump
 * service    the indexer, which judges dumps every five minutes
 * site       the code that adds and removes files
 * moderator  moderators and operators
 */
export type DumpActor = 'door' | 'service' | 'site' | 'moderator';

/** The new states that each actor may set, by current state. Deletion is not in the table: a deleted dump has no state. */
const MOVES: Readonly<Record<Exclude<DumpActor, 'door'>, Readonly<Partial<Record<DumpState, readonly DumpState[]>>>>> =
  {
    service: {
      new: ['used', 'unseen', 'candidate', 'stalled', 'incoherent', 'codec', 'failed'],
      used: ['deprecated'],
      stalled: ['new'],
      reset: ['new'],
      // After an update that supports more codecs, or that fixes the failure.
      codec: ['new'],
      failed: ['new'],
    },
    // A file was removed: its dumps stay, and wait until the file returns.
    site: {
      used: ['new'],
      deprecated: ['new'],
      unseen: ['new'],
      candidate: ['new'],
      codec: ['new'],
      stalled: ['new'],
      failed: ['new'],
      incoherent: ['new'],
      reset: ['new'],
    },
    moderator: {
      new: ['smitten'],
      used: ['reset', 'smitten'],
      deprecated: ['reset', 'smitten'],
      unseen: ['reset', 'smitten'],
      candidate: ['reset', 'smitten'],
      codec: ['reset', 'smitten'],
      stalled: ['reset', 'smitten'],
      failed: ['reset', 'smitten'],
      incoherent: ['reset', 'smitten'],
      reset: ['smitten'],
      smitten: ['forgotten', 'reset'],
      forgotten: ['smitten'],
    },
  };

/**
 * Actions of moderators on a dump, with the new state. `unlock` resets the used dump of a file for an hour; after `trust` the service
 * decides on the state; a deleted dump has none.
 */
export const DUMP_ACTIONS = ['unlock', 'reset', 'smite', 'forget', 'trust', 'delete'] as const;

/** States in which the server may store a received dump. */
const RECEIVED: readonly DumpState[] = ['new', 'failed_xml', 'failed_db', 'exception'];

/** @param from The current state; null for a dump that is not stored yet. */
export function mayMove(actor: DumpActor, from: DumpState | null, to: DumpState): boolean {
  if (actor === 'door') return from === null && RECEIVED.includes(to);
  return from !== null && (MOVES[actor][from]?.includes(to) ?? false);
}

const NAMES: ReadonlyMap<number, DumpState> = new Map(
  (Object.entries(DUMP_STATES) as [DumpState, number][]).map(([name, id]) => [id, name]),
);

/** @throws Error if no state has the number. */
export function dumpStateOf(id: number): DumpState {
  const name = NAMES.get(id);
  if (name === undefined) throw new Error(`no state of dumps has the number ${id}`);
  return name;
}
