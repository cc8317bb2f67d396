import type { World } from '../../support/world.ts';
import type { Contender } from '../contenders/contender.ts';
import { FOUR_BOARDS } from '../corpus.ts';
import { rebuildAll } from '../fill.ts';
import { timed, toMeasure, type Measure } from '../measure.ts';
import { untilMerged } from '../until.ts';
import { WITHOUT_SCHEDULE, withProcess } from '../with-process.ts';

export interface RebuildPeersOptions {
  readonly world: World;
  readonly peer: Contender;
  readonly posts: number;
  readonly rounds: number;
  readonly say: (line: string) => void;
}

/**
 * Rebuilds all boards' indexes, ours and a peer's alternately, while the old indexes answer. Our rebuild includes
 * verification, whole documents and writes that arrive meanwhile; a peer's rebuild in one step includes none of these.
 */
export async function measureRebuildPeers(options: RebuildPeersOptions): Promise<readonly Measure[]> {
  const { world, peer, posts, rounds, say } = options;
  const rebuildPeer = peer.rebuild?.bind(peer);
  if (rebuildPeer === undefined) return [];
  const pairs: [number, number][] = [];
  await withProcess('indexer/main.ts', world, WITHOUT_SCHEDULE, async () => {
    for (let round = 0; round < rounds; round++) {
      const theirs = await timed(rebuildPeer);
      const ours = await timed(async () =>
        rebuildAll(
          world,
          FOUR_BOARDS.map(({ name }) => name),
        ),
      );
      await untilMerged(world);
      say(`rebuilt: ours in ${(ours / 1000).toFixed(1)} s, ${peer.name} in ${(theirs / 1000).toFixed(1)} s`);
      pairs.push([(posts * 1000) / ours, (posts * 1000) / theirs]);
    }
  });
  const goal = { at: 'least', ratio: 0.55 } as const;
  return [toMeasure('rebuild of all boards', pairs, goal, 'posts/s', peer.name)];
}
