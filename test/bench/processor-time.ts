import { setTimeout } from 'node:timers/promises';
import type { World } from '../support/world.ts';

/** Elasticsearch measures its processor time once a second. */
const MEASURED_EVERY_MS = 1_100;

/** Microseconds of Elasticsearch's processor time during the work. */
export async function processorTimeOf({ elasticsearch }: World, work: () => Promise<void>): Promise<number> {
  const total = async () => {
    await setTimeout(MEASURED_EVERY_MS);
    const { nodes } = await elasticsearch.nodes.stats({ metric: 'process' });
    return Object.values(nodes).reduce((sum, node) => sum + (node.process?.cpu?.total_in_millis ?? Number.NaN), 0);
  };
  const before = await total();
  await work();
  return ((await total()) - before) * 1000;
}
