import { expect, test } from 'vitest';
import { crawlerIn, isCrawler } from '../../../../server/limits/caller-kinds.ts';

test.each([
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'googlebot'],
  ['Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)', 'bingbot'],
  [
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)',
    'claudebot',
  ],
  ['meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)', 'meta-externalagent'],
  ['Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)', 'baiduspider'],
  ['Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)', 'slurp'],
  ['CCBot/2.0 (https://commoncrawl.org/faq/)', 'ccbot'],
  ['Bytespider; spider-feedback@bytedance.com', 'bytespider'],
])('%s is a crawler', (agent, name) => {
  expect(isCrawler(agent)).toBe(true);
  expect(crawlerIn(agent)).toBe(name);
});

test.each([
  'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
  'Mozilla/5.0 (Linux; Android 11; CUBOT NOTE 20) AppleWebKit/537.36 Chrome/124.0 Mobile Safari/537.36',
  'Dashchan/3.1.4 (Android; bottom)',
  'curl/8.5.0',
  'Feedly/1.0 (+http://www.feedly.com/fetcher.html; 12 subscribers)',
  undefined,
])('%s is no crawler', (agent) => {
  expect(isCrawler(agent)).toBe(false);
});

test('a long user agent is read in time that grows with its length only', () => {
  const started = performance.now();
  expect(crawlerIn(`${'a'.repeat(16_000)} bot`)).toBe('bot');
  expect(performance.now() - started).toBeLessThan(1_000);
});
