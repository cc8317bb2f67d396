/** Every word of a post that was imported from a database finds the post. */
import { expect, test } from 'vitest';
import { storedPosts } from '../../../../test/integration/scraper/stored.ts';
import { searchEveryToken } from '../../../../test/support/every-token.ts';
import { IS_FULL } from '../../../../test/support/full-counts.ts';
import { useWorld } from '../../../../test/support/world.ts';
import { HAS_ASAGI_FIXTURES, asagiFixture } from '../support/asagi-fixtures.ts';
import { importFiles } from '../support/stored.ts';

const world = useWorld();

test.skipIf(!HAS_ASAGI_FIXTURES)('a search for each word of imported posts finds its posts', async () => {
  const boards = ['hand', 'mark', 'local', ...(IS_FULL ? ['g', 'v', 'ck', 'po', 'dst'] : [])];
  await importFiles(world(), [asagiFixture('asagi-1.3.0.mysql.sql.gz')], { boards });
  const posts = await storedPosts(world().pool);
  const { words, missed } = await searchEveryToken(world(), posts, IS_FULL ? 1 : 20);
  expect(posts.length).toBeGreaterThan(IS_FULL ? 1_000 : 150);
  expect(words).toBeGreaterThan(10);
  expect(missed).toEqual([]);
});
