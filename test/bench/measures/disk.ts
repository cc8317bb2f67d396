import type { World } from '../../support/world.ts';
import type { Contender } from '../contenders/contender.ts';
import { toMeasure, type Measure } from '../measure.ts';
import { storedBytes } from '../stored-bytes.ts';

/** Bytes on disk per post, ours and a peer's. Empty if the peer has no stores of its own. */
export async function measureDisk(world: World, peer: Contender, posts: number): Promise<readonly Measure[]> {
  if (peer.stored === undefined) return [];
  const [ours, theirs] = [await storedBytes(world), await peer.stored()];
  const measure = (name: string, own: number, other: number, most: number | null) => {
    const goal = most === null ? null : ({ at: 'most', ratio: most } as const);
    return toMeasure(`disk: ${name}`, [[own / posts, other / posts]], goal, 'bytes per post', peer.name);
  };
  return [
    measure('the search index', ours.index, theirs.index, 1.5),
    measure('rows with their indexes', ours.rows, theirs.rows, null),
    measure('both', ours.rows + ours.index, theirs.rows + theirs.index, null),
  ];
}
