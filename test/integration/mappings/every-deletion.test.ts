/**
 * A purge empties a new column of posts, because its function is generated from the table of columns. Modules that delete posts have the
 * same test.
 */
import { expect, test } from 'vitest';
import { createPostgresPool } from '../../../platform/postgres.ts';
import { moderate } from '../../../server/moderation/moderate.ts';
import { insertBoard } from '../../support/builders.ts';
import { EMPTIED_DIARY, diaryOf, givenDiaries } from '../../support/diary.ts';
import { loginUrl } from '../../support/logins.ts';
import { wardenOf } from '../../support/sessions.ts';
import { useWorld } from '../../support/world.ts';

const world = useWorld();

test('a purge by a moderator empties a new column, and keeps that of other posts', async () => {
  const { pool, databaseUrl } = world();
  const board = await insertBoard(pool, 'g');
  await givenDiaries(pool, board);
  const server = createPostgresPool({ url: loginUrl(databaseUrl, 'server') });
  const secret = await wardenOf(pool);
  const posts = [{ num: 2, subnum: 0 }];
  const request = { board, posts, threads: false, actor: 'warden', secret, reason: null, now: new Date() };
  await moderate(server, { ...request, action: 'purge' });
  await server.end();
  expect(await diaryOf(pool, 2)).toEqual(EMPTIED_DIARY);
  expect(await diaryOf(pool, 1)).toMatchObject({ diary: 'a secret', purged: false });
});
