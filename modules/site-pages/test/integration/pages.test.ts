/** Pages of the site: defaults, texts of operators by language, what staff may write, and the commands. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { sagasu } from '../../../../test/integration/cli/harness.ts';
import { ask, type Admin, givenAdmin } from '../../../../test/integration/server/admin/given-admin.ts';
import { givenServer, type GivenServer } from '../../../../test/integration/server/given-archive.ts';
import { loginUrl } from '../../../../test/support/logins.ts';
import { useWorld } from '../../../../test/support/world.ts';
import type { SitePage, SitePageText } from '../../contract/site-pages.ts';

const world = useWorld();
let server: GivenServer;
let admin: Admin;

beforeAll(async () => {
  server = await givenServer(world(), { clock: () => new Date() });
  admin = await givenAdmin(world(), server);
});
afterAll(async () => server.close());
beforeEach(async () => {
  await world().pool.query('truncate site_pages');
});

const page = async (name: string, language?: string, headers: Readonly<Record<string, string>> = {}) => {
  const query = language === undefined ? '' : `?language=${language}`;
  const { status, body, headers: answered } = await ask(server, { url: `/api/v1/pages/${name}${query}`, headers });
  return { status, page: body as SitePage, headers: answered };
};
const write = async (name: string, language: string, body: object) => {
  const answer = await admin.send('PUT', `/pages/${name}/${language}`, body);
  return [answer.status, (answer.body as { detail?: string } | null)?.detail];
};
const textOf = async (name: string, language: string) => {
  const { texts } = (await admin.get('/pages')).body as { texts: SitePageText[] };
  const found = texts.find((text) => text.name === name && text.language === language);
  if (found === undefined) throw new Error('not listed');
  return found;
};

test('a page has a default in the language of the parameter, of the cookie or of the browser', async () => {
  const { page: english, headers } = await page('about');
  expect(english).toMatchObject({ language: 'en', title: 'About this archive', changed_at: null });
  expect(headers['vary']).toContain('Accept-Language');
  expect((await page('about', 'de')).page.title).toBe('Über dieses Archiv');
  expect((await page('about', undefined, { 'accept-language': 'ja,en;q=0.5' })).page.language).toBe('ja');
  expect((await page('about', undefined, { cookie: 'language=de' })).page.language).toBe('de');
  expect((await page('about', 'fr')).page.language).toBe('en');
  expect((await page('nothing')).status).toBe(400);
});

test('a text replaces the default, also in languages without one, until it is reset', async () => {
  const before = String((await page('about', 'de')).headers['etag']);
  expect((await page('about', 'de', { 'if-none-match': before })).status).toBe(304);
  expect(await write('about', 'ja', { markdown: '# 私たち\n\n本文' })).toEqual([204, undefined]);
  expect((await page('about', 'de')).page).toMatchObject({ language: 'ja', title: '私たち' });
  expect(await write('about', 'en', { markdown: '# Us\n\nA [link](/help).' })).toEqual([204, undefined]);
  expect((await page('about', 'de')).page).toMatchObject({ language: 'en', title: 'Us' });
  expect((await page('about', 'ja')).page.language).toBe('ja');
  const changed = await page('about', 'de', { 'if-none-match': before });
  expect([changed.status, changed.page.content]).toEqual([
    200,
    [
      {
        kind: 'paragraph',
        children: [
          { kind: 'text', text: 'A ' },
          { kind: 'link', href: '/help', children: [{ kind: 'text', text: 'link' }] },
          { kind: 'text', text: '.' },
        ],
      },
    ],
  ]);
  for (const language of ['en', 'ja']) {
    expect((await admin.send('DELETE', `/pages/about/${language}`)).status).toBe(204);
  }
  expect((await page('about', 'de')).headers['etag']).toBe(before);
});

test('a text with a refused link, a blank one and one in an unknown language are not written', async () => {
  expect(await write('about', 'en', { markdown: 'a\n\n[b](javascript:c)' })).toEqual([
    400,
    'Line 3: The link "javascript:c" is refused: links begin with https://, http://, mailto:, / or #.',
  ]);
  expect((await write('about', 'en', { markdown: ' \n' }))[0]).toBe(400);
  expect((await write('about', 'en', { markdown: 'a'.repeat(50_001) }))[0]).toBe(400);
  expect(await write('about', 'fr', { markdown: 'a' })).toEqual([400, 'The pages have the languages de, en, ja.']);
  expect((await page('about')).page.changed_at).toBeNull();
  const preview = await admin.send('POST', '/pages/preview', { markdown: '# T\n\n[b](javascript:c) <i>' });
  expect(preview.body).toEqual({
    title: 'T',
    content: [
      {
        kind: 'paragraph',
        children: ['b', ' ', '<i>'].map((text) => ({ kind: 'text', text })),
      },
    ],
    problem: expect.stringMatching(/^Line 3: /),
  });
});

test('of two admins who edit the same text, the second is told', async () => {
  expect((await write('contact', 'en', { markdown: 'first', replaces: null }))[0]).toBe(204);
  expect((await write('contact', 'en', { markdown: 'second', replaces: null }))[0]).toBe(409);
  const { changed_at: replaces, changed_by: by, markdown } = await textOf('contact', 'en');
  expect([by, markdown]).toEqual(['root', 'first']);
  expect((await write('contact', 'en', { markdown: 'third', replaces }))[0]).toBe(204);
  expect((await write('contact', 'en', { markdown: 'fourth', replaces }))[0]).toBe(409);
  expect((await textOf('contact', 'en')).markdown).toBe('third');
});

test('the audit log has each change with the text before it', async () => {
  await write('about', 'en', { markdown: 'first' });
  await write('about', 'en', { markdown: 'second' });
  await admin.send('DELETE', '/pages/about/en');
  const { rows } = await world().pool.query<object>(`
    select l.actor, l.action, l.target ->> 'name' as name, d.before ->> 'markdown' as before
    from audit_log l left join audit_details d on d.audit_id = l.id where l.action like 'site_pages.%' order by l.id desc limit 3`);
  expect(rows).toEqual([
    { actor: 'root', action: 'site_pages.delete', name: 'about', before: 'second' },
    { actor: 'root', action: 'site_pages.update', name: 'about', before: 'first' },
    { actor: 'root', action: 'site_pages.insert', name: 'about', before: null },
  ]);
});

test('PostgreSQL lets the server write no page without an admin', async () => {
  const client = new pg.Client({ connectionString: loginUrl(world().databaseUrl, 'server') });
  await client.connect();
  const add = `insert into site_pages (name, language, markdown, changed_by) values ('about', 'en', 'a', 'b')`;
  await expect(client.query(add)).rejects.toThrow('row-level security');
  await client.end();
});

test('commands show, write and reset a page', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sagasu-pages-'));
  onTestFinished(async () => rm(folder, { recursive: true }));
  const file = join(folder, 'about.md');
  await writeFile(file, '# Wir\n');
  const written = await sagasu(world(), 'page', 'set', 'about', file, '--language', 'de');
  expect([written.code, written.stdout]).toEqual([0, 'Wrote about (de).\n']);
  expect((await sagasu(world(), 'page', 'show', 'about', '--language', 'de')).stdout).toBe('# Wir\n');
  expect(await textOf('about', 'de')).toMatchObject({ markdown: '# Wir\n', changed_by: 'cli' });
  await writeFile(file, '[a](ftp://b)');
  const refused = await sagasu(world(), 'page', 'set', 'about', file);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('Line 1: The link "ftp://b" is refused')]);
  expect((await sagasu(world(), 'page', 'reset', 'about', '--language', 'de')).stdout).toBe('Reset about (de).\n');
  expect((await sagasu(world(), 'page', 'reset', 'about', '--language', 'de')).stdout).toBe(
    'about (de) shows its default.\n',
  );
  expect((await sagasu(world(), 'page', 'show', 'about')).stdout).toContain('# About this archive');
});
