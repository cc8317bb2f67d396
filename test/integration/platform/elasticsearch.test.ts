import { expect, onTestFinished, test } from 'vitest';
import { createElasticsearch } from '../../../platform/elasticsearch.ts';
import { atPort, startTcpProxy } from '../../support/tcp-proxy.ts';
import { useWorld } from '../../support/world.ts';

const world = useWorld();
const READERS = 8;
const READS = 50;

test('a node that does not answer gets a share of the open requests, and the others answer the rest', async () => {
  const [address = ''] = world().elasticsearchUrls;
  const { hostname, port } = new URL(address);
  const proxy = await startTcpProxy({ host: hostname, port: Number(port) });
  const client = createElasticsearch([address, atPort(address, proxy.port)]);
  onTestFinished(async () => {
    await proxy.close();
    await client.close();
  });
  // Each address has an open connection before one of them stops.
  await Promise.all(Array.from({ length: READERS }, async () => client.cluster.health()));
  proxy.stall();
  let [answered, open] = [0, 0];
  const enough = Promise.withResolvers<undefined>();
  const read = async () => {
    while (answered < READS) {
      open++;
      await client.cluster.health();
      open--;
      answered++;
    }
    enough.resolve(undefined);
  };
  const readers = Array.from({ length: READERS }, read);
  await enough.promise;
  // The stopped node holds as many requests as the other one served at the same time, and got no more.
  await expect.poll(() => open, { timeout: 20_000 }).toBe(READERS / 2);
  proxy.cut();
  await Promise.all(readers);
});
