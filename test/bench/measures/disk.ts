import type { World } from '../../support/world.ts';
import type { Contender } from '../contenders/contender.ts';
import { toMeasure, type Measure } from '../measure.ts';
import { FOUR_BOARDS } from '../corpus.ts';
import { rebuildAll, verifyAll } from '../fill.ts';
import { storedBytes } from '../stored-bytes.ts';
import { untilMerged } from '../until.ts';
import { WITHOUT_SCHEDULE, withProcess } from '../with-process.ts';
import { changeDefaults } from '../../../store/boards/settings.ts';

/** Bytes of the indices without documents. They are rebuilt for this measure, and rebuilt with documents afterwards. */
async function bytesOfIds(world: World, say: (line: string) => void): Promise<number> {
  const names = FOUR_BOARDS.map(({ name }) => name);
  return withProcess('indexer/main.ts', world, WITHOUT_SCHEDULE, async () => {
    await changeDefaults(world.pool, { 'index.documents': false });
    try {
      await rebuildAll(world, names);
      // Elasticsearch keeps received documents until the first verification has compacted the indices.
      await verifyAll(world, names);
      await untilMerged(world);
      return (await storedBytes(world)).index;
    } finally {
      await changeDefaults(world.pool, { 'index.documents': null });
      await rebuildAll(world, names);
      say('the indices hold documents again');
    }
  });
}

/** Bytes on disk per post, ours and a peer's. Empty if the peer has no stores of its own. */
export async function measureDisk(
  world: World,
  peer: Contender,
  posts: number,
  say: (line: string) => void,
): Promise<readonly Measure[]> {
  if (peer.stored === undefined) return [];
  const [ours, theirs] = [await storedBytes(world), await peer.stored()];
  const ofIds = await bytesOfIds(world, say);
  const measure = (name: string, own: number, other: number, most: number | null) => {
    const goal = most === null ? null : ({ at: 'most', ratio: most } as const);
    return toMeasure(`disk: ${name}`, [[own / posts, other / posts]], goal, 'bytes per post', peer.name);
  };
  return [
    measure('the search index, with documents', ours.index, theirs.index, 2.1),
    measure('the search index, without documents', ofIds, theirs.index, 1.1),
    measure('rows with their indexes', ours.rows, theirs.rows, null),
    measure('both', ours.rows + ours.index, theirs.rows + theirs.index, null),
  ];
}
