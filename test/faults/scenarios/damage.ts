import { damageIndices } from '../damage.ts';
import type { Scenario } from '../scenario.ts';

export const DAMAGE: Scenario = {
  name: 'damage',
  claim: 'a verification finds exactly the direct changes of an index, and repairs them',
  params: { rounds: 200 },
  async run({ params, random, indexer, world, load, reportFailure }) {
    await indexer();
    const { damages, failures, kinds } = await damageIndices(world, {
      trials: params.rounds,
      random,
      journal: load.journal,
    });
    for (const failure of failures) reportFailure(failure);
    return { damages, kinds: Object.keys(kinds).length };
  },
};
