/** Readers with time to think, and crawlers without. Each has an address of its own, which the server reads from the trusted proxy. */
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { request } from 'undici';
import { createRandom, pick, type Random } from '../corpus/random.ts';
import type { Outcomes } from './outcomes.ts';

const unzip = promisify(gunzip);
const THINK_MEAN_MS = 8_000;
const LONGEST_ANSWER_MS = 30_000;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/124.0.0.0 Safari/537.36';

export interface Site {
  readonly url: string;
  /** Queries that find something. */
  readonly queries: readonly string[];
  /** Paths of threads. */
  readonly threads: readonly string[];
  readonly boards: readonly string[];
}

interface Visitor {
  readonly agent: string;
  readonly address: string;
  cookie?: string;
}

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly retryAfter: number | null;
}

async function visit(site: Site, visitor: Visitor, path: string, kind: string, outcomes: Outcomes): Promise<Answer> {
  const began = performance.now();
  try {
    const { statusCode, headers, body } = await request(`${site.url}${path}`, {
      headers: {
        accept: 'text/html,application/json;q=0.9',
        'accept-language': 'en',
        'accept-encoding': 'gzip',
        'user-agent': visitor.agent,
        'x-forwarded-for': visitor.address,
        ...(visitor.cookie !== undefined && { cookie: visitor.cookie }),
      },
      headersTimeout: LONGEST_ANSWER_MS,
      bodyTimeout: LONGEST_ANSWER_MS,
    });
    const bytes = Buffer.from(await body.arrayBuffer());
    const [set] = [headers['set-cookie'] ?? []].flat();
    if (set !== undefined) visitor.cookie = set.split(';')[0] ?? '';
    const after = headers['retry-after'];
    const ms = performance.now() - began;
    outcomes.add({ kind, status: statusCode, ms, hasRetryAfter: after !== undefined });
    const text = headers['content-encoding'] === 'gzip' ? (await unzip(bytes)).toString() : bytes.toString();
    return { status: statusCode, body: text, retryAfter: after === undefined ? null : Number(after) };
  } catch {
    outcomes.addFailure(kind, performance.now() - began);
    return { status: 0, body: '', retryAfter: null };
  }
}

/** Readers search, open a thread of the results, and turn the page, until the signal aborts. A refused page is loaded again when it says so. */
export async function runReaders(site: Site, count: number, outcomes: Outcomes, signal: AbortSignal): Promise<void> {
  await Promise.all(Array.from({ length: count }, async (_, number) => read(site, number, outcomes, signal)));
}

async function read(site: Site, number: number, outcomes: Outcomes, signal: AbortSignal): Promise<void> {
  const random = createRandom(1_000 + number);
  const reader: Visitor = { agent: FIREFOX, address: `198.18.${number >> 8}.${number & 255}` };
  const open = async (path: string, kind: string) => {
    await think(random, signal);
    return signal.aborted ? '' : (await load(site, reader, path, kind, outcomes, signal)).body;
  };
  // The readers begin spread over their journeys, as after a long time.
  let step = pick(random, 3);
  let results = '';
  while (!signal.aborted) {
    const q = site.queries[pick(random, site.queries.length)] ?? '';
    if (step === 0) {
      results = await open(`/search?q=${encodeURIComponent(q)}`, 'search');
    } else if (step === 1) {
      const found = linksIn(results, /href="(\/\w+\/thread\/\d+)/g);
      const thread = found[pick(random, Math.max(1, found.length))] ?? site.threads[pick(random, site.threads.length)];
      if (thread !== undefined) await open(thread, 'thread');
    } else {
      const isFirst = results === '';
      const [next] = isFirst
        ? [`/search?q=${encodeURIComponent(q)}&page=2`]
        : linksIn(results, /href="(\/search\?[^"]*page=2[^"]*)"/g);
      if (next !== undefined) await open(next, 'next page');
    }
    step = (step + 1) % 3;
  }
}

async function load(
  site: Site,
  reader: Visitor,
  path: string,
  kind: string,
  outcomes: Outcomes,
  signal: AbortSignal,
): Promise<Answer> {
  for (;;) {
    const answer = await visit(site, reader, path, kind, outcomes);
    if (answer.status !== 429 || answer.retryAfter === null || signal.aborted) return answer;
    await pause(answer.retryAfter * 1000, signal);
  }
}

async function think(random: Random, signal: AbortSignal): Promise<void> {
  await pause(-Math.log(1 - random()) * THINK_MEAN_MS, signal);
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}

function linksIn(html: string, pattern: RegExp): readonly string[] {
  return [...html.matchAll(pattern)].map(([, path = '']) => path.replaceAll('&amp;', '&'));
}

/** Some name themselves and use few networks, others pose as browsers in thousands of them. */
const CRAWLERS = [
  { agent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', networks: 3, share: 2 },
  { agent: 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)', networks: 2, share: 1 },
  { agent: 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)', networks: 20, share: 2 },
  { agent: 'Mozilla/5.0 (Linux; Android 5.0) (compatible; Bytespider)', networks: 300, share: 3 },
  { agent: CHROME, networks: 5_000, share: 12 },
] as const;
const SHARES = CRAWLERS.flatMap((crawler, at) => Array.from({ length: crawler.share }, () => ({ ...crawler, at })));

/** Sends requests at this rate whether or not earlier ones are answered, until the signal aborts. */
export async function runCrawlers(
  site: Site,
  perSecond: number,
  outcomes: Outcomes,
  signal: AbortSignal,
): Promise<void> {
  const random = createRandom(77);
  const running = new Set<Promise<unknown>>();
  const began = performance.now();
  let sent = 0;
  while (!signal.aborted) {
    const due = ((performance.now() - began) / 1000) * perSecond;
    for (; sent < due; sent += 1) {
      const { agent, networks, at } = SHARES[pick(random, SHARES.length)] ?? { agent: CHROME, networks: 1, at: 0 };
      const network = pick(random, networks);
      const { path, kind } = addressFor(site, random);
      const visitor = { agent, address: `198.19.${(at * 32 + (network >> 8)) & 255}.${network & 255}` };
      const visited = visit(site, visitor, path, kind, outcomes);
      running.add(visited);
      void visited.then(() => running.delete(visited));
    }
    await pause(20, signal);
  }
  await Promise.all(running);
}

function addressFor(
  { threads, boards, queries }: Site,
  random: Random,
): { readonly path: string; readonly kind: string } {
  const one = <T>(from: readonly T[]) => from[pick(random, from.length)];
  const board = one(boards) ?? '';
  const thread = one(threads) ?? '';
  const query = encodeURIComponent(`${one(queries) ?? ''} -${one(queries)?.split(' ')[0] ?? ''}x`);
  const places = [
    ...Array.from({ length: 8 }, () => ({ path: thread, kind: 'thread' })),
    ...Array.from({ length: 3 }, () => ({ path: `/search?q=${query}&page=${2 + pick(random, 8)}`, kind: 'search' })),
    { path: `/search?q=${query}&sort=old&filters=open`, kind: 'search' },
    { path: `/${board}/?page=${2 + pick(random, 30)}`, kind: 'list' },
    { path: `/${board}/catalog`, kind: 'list' },
    { path: `/${board}/statistics?year=${2000 + pick(random, 30)}`, kind: 'statistics' },
    { path: `${thread.replace(/thread.*/, 'post/')}${pick(random, 1_000_000)}`, kind: 'odd' },
    { path: `/${board}/full_image/${pick(random, 1_000_000)}/x`, kind: 'odd' },
    { path: `/wp-content/${pick(random, 1_000_000)}/`, kind: 'odd' },
    { path: `/api/v1/boards/${board}/threads/${thread.split('/').at(-1)}`, kind: 'thread of the API' },
  ];
  return one(places) ?? { path: '/', kind: 'home' };
}
