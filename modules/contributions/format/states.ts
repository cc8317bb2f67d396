/** The states of a dump with their numbers, and who may change one into which. Pure. */

/** Numbers as AniDB has them. It gives none for smitten and forgotten: 91 and 93 are ours. */
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
 * door       the server that takes a dump in
 * service    looks at dumps every five minutes
 * site       the code that adds and removes files
 * moderator  people
 */
export type DumpActor = 'door' | 'service' | 'site' | 'moderator';

/** What each actor may make of a state. A dump that a moderator deletes leaves no state behind, so it is not in the table. */
const MOVES: Readonly<Record<Exclude<DumpActor, 'door'>, Readonly<Partial<Record<DumpState, readonly DumpState[]>>>>> =
  {
    service: {
      new: ['used', 'unseen', 'candidate', 'stalled', 'incoherent', 'codec', 'failed'],
      used: ['deprecated'],
      stalled: ['new'],
      reset: ['new'],
      // After an update that knows more codecs or handles what failed.
      codec: ['new'],
      failed: ['new'],
    },
    // A file was removed: its dumps stay, and wait for it to come again.
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
 * What moderators do to a dump. `unlock` is a reset of the used dump of its file that lasts for a while; `trust` leaves the state to the
 * service; of `delete` no state is left.
 */
export const DUMP_ACTIONS = ['unlock', 'reset', 'smite', 'forget', 'trust', 'delete'] as const;

/** States in which the door may store a dump. */
const RECEIVED: readonly DumpState[] = ['new', 'failed_xml', 'failed_db', 'exception'];

/** @param from null for a dump that is not stored yet. */
export function mayMove(actor: DumpActor, from: DumpState | null, to: DumpState): boolean {
  if (actor === 'door') return from === null && RECEIVED.includes(to);
  return from !== null && (MOVES[actor][from]?.includes(to) ?? false);
}

const NAMES: ReadonlyMap<number, DumpState> = new Map(
  (Object.entries(DUMP_STATES) as [DumpState, number][]).map(([name, id]) => [id, name]),
);

/** @throws Error for a number that no state has. */
export function dumpStateOf(id: number): DumpState {
  const name = NAMES.get(id);
  if (name === undefined) throw new Error(`no state of dumps has the number ${id}`);
  return name;
}
