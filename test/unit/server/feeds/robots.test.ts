import { expect, test } from 'vitest';
import { robotsText } from '../../../../server/feeds/robots.ts';
import { isOpenTo } from '../../../support/robots.ts';

test('a site under a path disallows the paths below it', () => {
  const rules = robotsText('https://a.example.org/archive', ['https://a.example.org/archive/g/sitemap.xml']);
  expect(rules).toMatch(/\n\nSitemap: https:\/\/a\.example\.org\/archive\/g\/sitemap\.xml\n$/);
  const closed = ['/archive/search?q=x', '/archive/api/v1/search', '/archive/admin'];
  const open = ['/archive/', '/archive/g/thread/1', '/archive/api/v1/boards', '/search', '/api/v1/search'];
  expect([...closed, ...open].map((address) => isOpenTo(rules, address))).toEqual([
    ...closed.map(() => false),
    ...open.map(() => true),
  ]);
});

test('without boards there are the same rules and no sitemaps', () => {
  const [rules] = robotsText('https://a.example.org', ['https://a.example.org/g/sitemap.xml']).split('\n\n');
  expect(robotsText('https://a.example.org', [])).toBe(`${rules}\n`);
});
