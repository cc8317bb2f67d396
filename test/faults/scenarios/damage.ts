import { damageIndices } from '../damage.ts';
import type { Scenario } from '../scenario.ts';

export const DAMAGE: Scenario = {
  name: 'damage',
  claim:
    'a verification finds exactly the direct changes of an index, and repairs them; in an index without documents, what can be seen of them',
  params: { rounds: 200 },
  async run({ params, random, indexer, world, load, reportFailure }) {
    await indexer();
    const counts = { damages: 0, kinds: 0 };
    for (const hasDocuments of [true, false]) {
      const { damages, failures, kinds } = await damageIndices(world, {
        trials: Math.ceil(params.rounds / 2),
        random,
        hasDocuments,
        journal: load.journal,
      });
      for (const failure of failures) reportFailure(failure);
      counts.damages += damages;
      counts.kinds = Math.max(counts.kinds, Object.keys(kinds).length);
    }
    return counts;
  },
};
