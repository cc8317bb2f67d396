import { expect, test } from 'vitest';
import { damageIndices } from '../../../faults/damage.ts';
import { DAMAGES } from '../../../faults/damages.ts';
import { seededRandom } from '../../../simulation/scheduler.ts';
import { runIndexer } from '../../../support/indexer.ts';
import { useWorld } from '../../../support/world.ts';

const world = useWorld();

test('exactly the damaged documents are found and repaired', { timeout: 300_000 }, async () => {
  await runIndexer(world());
  const trials = 32;
  const { failures, kinds } = await damageIndices(world(), { trials, random: seededRandom(1) });
  expect(failures).toEqual([]);
  expect(Object.keys(kinds).toSorted()).toEqual(Object.keys(DAMAGES).toSorted());
});
