import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { request } from 'undici';
import { buildWeb } from '../../../cli/start/web-build.ts';
import { launchBrowser } from '../../support/browser.ts';
import type { World } from '../../support/world.ts';
import { CONDITIONS, loadPage, timeFromAnswer, type BenchPage, type PageLoad } from '../browser/page-load.ts';
import { capturedSearchPage, plainPageOf, servePages } from '../browser/peer-pages.ts';
import { median, quantilesOf, round, toMeasure, type Measure } from '../measure.ts';
import { toLanguage, type BenchQuery } from '../query-classes.ts';
import { threadOfAbout } from './thread.ts';

const WEB = fileURLToPath(new URL('../../../web/dist', import.meta.url));
const POSTS = 300;
/** Limit for the scripts that the search names in its HTML, in kB after gzip. */
const SCRIPT_KB = 150;
/** Limit that Lighthouse rates as good. */
const BLOCKING_MS = 200;
const LARGEST_PAINT_MS = 1_300;
const SHIFT = 0.02;
const TWO_FRAMES_MS = 1000 / 30;
/** Maximum number of queries typed per round. */
const TYPED = 20;

export interface PagesContext {
  readonly world: World;
  readonly serverUrl: string;
  readonly queries: readonly BenchQuery[];
  readonly rounds: number;
  /** Folder of captured pages. */
  readonly captures: string | undefined;
  readonly say: (line: string) => void;
  readonly report: (measure: Measure) => void;
}

interface Subject {
  readonly ours: BenchPage;
  readonly peers: readonly BenchPage[];
}

/**
 * Measures the built pages in Chromium: what a first visit loads, the time until it is readable, and the time until an
 * answer is on the screen.
 */
export async function measurePages(context: PagesContext): Promise<void> {
  const { serverUrl, queries, rounds, say, report } = context;
  let browser: Browser;
  try {
    browser = await launchBrowser();
  } catch (error) {
    say(`without pages: ${String(error)}`);
    return;
  }
  // Each query once, because the pages cache answers.
  const common = [...new Set(queries.filter(({ kind }) => kind === 'common').map(toLanguage))];
  try {
    say('building the pages');
    await buildWeb(WEB);
    const { subjects, close } = await findSubjects(context, common[0] ?? '');
    try {
      for (const subject of subjects) {
        say(`loading ${[subject.ours, ...subject.peers].map(({ url }) => url).join(', ')}`);
        const loads = await loadInTurn(browser, subject, rounds);
        if (subject === subjects[0]) for (const measure of await firstLoad(loads)) report(measure);
        for (const measure of measuresOf(subject, loads)) report(measure);
      }
      say('typing queries');
      for (const measure of await measureAnswers(browser, serverUrl, common.slice(1), rounds)) report(measure);
    } finally {
      close();
    }
  } finally {
    await browser.close();
  }
}

async function findSubjects(
  { world, serverUrl, captures, say }: PagesContext,
  q: string,
): Promise<{ readonly subjects: readonly [Subject, ...Subject[]]; readonly close: () => void }> {
  const { board, thread, posts } = await threadOfAbout(world, POSTS);
  const search = {
    name: 'search',
    url: `${serverUrl}/search?q=${encodeURIComponent(q)}`,
    content: '[data-hits] article',
  };
  const open = {
    name: `thread of ${posts} posts`,
    url: `${serverUrl}/${board}/thread/${thread}`,
    content: '.posts article',
  };
  const home = { name: 'home', url: `${serverUrl}/`, content: '.board-list li' };
  const captured = capturedSearchPage(captures);
  if (captured === null) say('without a page of FoolFuuka: SAGASU_CAPTURES names no folder with one');
  const plain = await Promise.all([search, open, home].map(async ({ url }) => plainPageOf(url)));
  const { urls, close } = await servePages(captured === null ? plain : [...plain, captured]);
  const [plainSearch = '', plainThread = '', plainHome = '', foolfuuka] = urls;
  return {
    subjects: [
      {
        ours: search,
        peers: [
          bare(plainSearch),
          ...(foolfuuka === undefined
            ? []
            : [{ name: 'FoolFuuka results, no styles or pictures', url: foolfuuka, content: 'article' }]),
        ],
      },
      { ours: open, peers: [bare(plainThread)] },
      { ours: home, peers: [{ ...bare(plainHome), content: '.board-list li' }] },
    ],
    close,
  };
}

const bare = (url: string): BenchPage => ({ name: 'the same without scripts', url, content: 'article' });

type Loads = ReadonlyMap<BenchPage, readonly PageLoad[]>;

async function loadInTurn(browser: Browser, { ours, peers }: Subject, rounds: number): Promise<Loads> {
  const pages = [ours, ...peers];
  const loads = new Map(pages.map((page) => [page, [] as PageLoad[]]));
  for (let turn = 0; turn <= rounds; turn++) {
    // The first page differs from turn to turn.
    const at = turn % pages.length;
    for (const page of [...pages.slice(at), ...pages.slice(0, at)]) {
      const load = await loadPage(browser, page);
      // The first round warms up.
      if (turn > 0) loads.get(page)?.push(load);
    }
  }
  return loads;
}

function measuresOf({ ours, peers }: Subject, loads: Loads): Measure[] {
  const figures = (page: BenchPage, figure: (load: PageLoad) => number) => (loads.get(page) ?? []).map(figure);
  const against = (
    name: string,
    peer: BenchPage,
    figure: (load: PageLoad) => number,
    goal: Parameters<typeof toMeasure>[2] = null,
  ) => {
    const theirs = figures(peer, figure);
    const pairs = figures(ours, figure).map((own, turn) => [own, theirs[turn] ?? Number.NaN] as const);
    return toMeasure(`pages: ${ours.name}, ${name}; ${CONDITIONS}`, pairs, goal, 'ms', peer.name);
  };
  const within = (name: string, figure: (load: PageLoad) => number, limit: number, unit: string) =>
    toMeasure(
      `pages: ${ours.name}, ${name}; ${CONDITIONS}`,
      figures(ours, figure).map((value) => [value, limit]),
      { at: 'most', ratio: 1 },
      unit,
      'the limit',
    );
  const blocking = (page: BenchPage, name: string, goal: boolean) =>
    toMeasure(
      `pages: ${name}, total blocking time; ${CONDITIONS}`,
      figures(page, ({ blockingMs }) => blockingMs).map((ms) => [ms, BLOCKING_MS]),
      goal ? { at: 'most', ratio: 1 } : null,
      'ms',
      'limit that Lighthouse rates as good',
    );
  return [
    within('largest contentful paint', ({ largestPaintMs }) => largestPaintMs, LARGEST_PAINT_MS, 'ms'),
    within('cumulative layout shift', ({ shift }) => shift, SHIFT, ''),
    ...peers.flatMap((peer, at) => [
      against(
        'largest contentful paint',
        peer,
        ({ largestPaintMs }) => largestPaintMs,
        at === 0 ? { at: 'most', ratio: 1.3 } : null,
      ),
      against('main thread busy', peer, ({ busyMs }) => busyMs),
    ]),
    // A page without scripts may have no blocking time at all, so there is no ratio.
    blocking(ours, ours.name, true),
    ...peers.map((peer) => blocking(peer, `${ours.name} of the peer “${peer.name}”`, false)),
  ];
}

/**
 * Scripts and styles that a first visit requests: after gzip, and as transferred. Scripts that the HTML names are loaded before the page is
 * hydrated; the others are parts that it requests afterwards.
 */
async function firstLoad(loads: Loads): Promise<Measure[]> {
  const [[page, ours = []] = []] = loads;
  const html = page === undefined ? '' : (await bytesOf(page.url)).toString();
  const measures: Measure[] = [];
  for (const [ending, name] of [
    ['.js', 'scripts'],
    ['.css', 'styles'],
  ] as const) {
    const rounds: [number, number][] = [];
    const named: [number, number][] = [];
    const wire: number[] = [];
    for (const { requested } of ours) {
      const own = requested.filter(({ url }) => new URL(url).pathname.endsWith(ending));
      let [zipped, first] = [0, 0];
      for (const { url } of own) {
        const bytes = gzipSync(await bytesOf(url)).length;
        zipped += bytes;
        if (html.includes(new URL(url).pathname)) first += bytes;
      }
      rounds.push([zipped / 1000, SCRIPT_KB]);
      named.push([first / 1000, SCRIPT_KB]);
      wire.push(own.reduce((sum, { wireBytes }) => sum + wireBytes, 0) / 1000);
    }
    const measure = (which: string, pairs: typeof rounds, goal: Parameters<typeof toMeasure>[2]) =>
      toMeasure(`pages: first load of the search, ${which} gzipped`, pairs, goal, 'kB', 'the limit for scripts');
    if (ending === '.js') measures.push(measure('scripts that its HTML names,', named, { at: 'most', ratio: 1 }));
    measures.push(measure(name, rounds, null));
    // A page may embed its styles instead of loading a file.
    const came = wire.map((kB, turn) => [kB, rounds[turn]?.[0] ?? 0] as const).filter(([, zipped]) => zipped > 0);
    if (came.length === 0) continue;
    measures.push(toMeasure(`pages: first load of the search, ${name} as transferred`, came, null, 'kB', 'gzipped'));
  }
  return measures;
}

async function bytesOf(url: string): Promise<Buffer> {
  const { body } = await request(url, { headers: { 'accept-encoding': 'identity' } });
  return Buffer.from(await body.arrayBuffer());
}

/** Without slowing processor or network. */
async function measureAnswers(
  browser: Browser,
  serverUrl: string,
  queries: readonly string[],
  rounds: number,
): Promise<Measure[]> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  try {
    // Only Enter searches: on a slow machine an answer could arrive while the query is still being typed.
    await context.addInitScript(`localStorage.setItem('typing', 'off')`);
    const page = await context.newPage();
    await page.goto(`${serverUrl}/search`);
    await page.locator('[data-hits] article').first().waitFor();
    const times: number[][] = [];
    const count = Math.min(TYPED, Math.floor(queries.length / (rounds + 1)));
    for (let turn = 0; turn <= rounds; turn++) {
      const taken: number[] = [];
      for (const q of queries.slice(turn * count, (turn + 1) * count)) taken.push(await timeFromAnswer(page, q));
      // The first round warms up.
      if (turn > 0) times.push(taken);
    }
    const all = times.flat();
    const limit = round(TWO_FRAMES_MS);
    const quantiles = { ours: quantilesOf(all), theirs: [limit, limit, limit] as const };
    const measure = (name: string, figure: (taken: readonly number[]) => number) => ({
      ...toMeasure(
        `pages: from a search's answer to its hits on the screen, ${name}`,
        times.map((taken) => [figure(taken), TWO_FRAMES_MS]),
        { at: 'most', ratio: 1 },
        'ms',
        'two frames',
      ),
      quantiles,
    });
    return [measure('median', median), measure('p95', (taken) => quantilesOf(taken)[1])];
  } finally {
    await context.close();
  }
}
