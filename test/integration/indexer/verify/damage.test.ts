import { expect, test } from 'vitest';
import { damageIndices } from '../../../faults/damage.ts';
import { DAMAGES } from '../../../faults/damages.ts';
import { seededRandom } from '../../../simulation/scheduler.ts';
import { runIndexer } from '../../../support/indexer.ts';
import { useWorld } from '../../../support/world.ts';

const world = useWorld();

test.each([
  ['exactly the damaged documents are found and repaired', true],
  ['in indices without documents, what can be seen of the damage is found, and all of it is repaired', false],
])('%s', { timeout: 300_000 }, async (_, hasDocuments) => {
  await runIndexer(world());
  const options = { trials: Object.keys(DAMAGES).length, atOnce: 5, random: seededRandom(1), hasDocuments };
  const { failures, kinds } = await damageIndices(world(), options);
  expect(failures).toEqual([]);
  expect(Object.keys(kinds).toSorted()).toEqual(Object.keys(DAMAGES).toSorted());
});
