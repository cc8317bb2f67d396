/** The first datastore of an archive, which several scrapers add at once. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Datastores } from '../../../../platform/datastore/datastores.ts';
import { ensureDatastore } from '../../../../scraper/media/store-file.ts';
import { useWorld } from '../../../support/world.ts';
import { MEDIA_CONFIG } from './harness.ts';

const world = useWorld();

test('every scraper that starts on an empty archive can store a file at once', async () => {
  const mediaDir = await mkdtemp(join(tmpdir(), 'sagasu-first-'));
  onTestFinished(async () => rm(mediaDir, { recursive: true, force: true }));
  const scrapers = Array.from({ length: 4 }, () => new Datastores(world().pool, { ...MEDIA_CONFIG, mediaDir }));
  for (const datastores of scrapers) expect(await datastores.rows()).toEqual([]);
  await Promise.all(scrapers.map(async (datastores) => ensureDatastore({ datastores })));
  for (const datastores of scrapers)
    expect(await datastores.forNewFile(Uint8Array.of(1))).toMatchObject({ name: 'local' });
});
