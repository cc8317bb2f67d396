/** Every word of a captured post finds the post, when a reader types it as it is written there. */
import { expect, test } from 'vitest';
import { capturedForms } from '../../support/captured-forms.ts';
import { searchEveryToken } from '../../support/every-token.ts';
import { IS_FULL } from '../../support/full-counts.ts';
import { useWorld } from '../../support/world.ts';

const world = useWorld();
const forms = await capturedForms();

test.skipIf(forms.size === 0)('a search for each word of captured posts finds its posts', async () => {
  for (const [form, posts] of forms) expect([form, posts.length > 10]).toEqual([form, true]);
  const posts = [...forms.values()].flat();
  const { words, missed } = await searchEveryToken(world(), posts, IS_FULL ? 1 : 20);
  expect(posts.length).toBeGreaterThan(1_400);
  expect(words).toBeGreaterThan(100);
  expect(missed).toEqual([]);
});
