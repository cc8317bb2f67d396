import { damageIndices } from '../damage.ts';
import type { Scenario } from '../scenario.ts';

export const DAMAGE: Scenario = {
  name: 'damage',
  claim: 'a verification finds exactly what was done to an index behind our back, and mends it',
  wishes: { rounds: 200 },
  async run({ wishes, random, indexer, world, load, complain }) {
    await indexer();
    const { damages, failures, kinds } = await damageIndices(world, {
      trials: wishes.rounds,
      random,
      journal: load.journal,
    });
    for (const failure of failures) complain(failure);
    return { damages, kinds: Object.keys(kinds).length };
  },
};
