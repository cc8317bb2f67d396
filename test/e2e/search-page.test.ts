import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page, Request } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { TimelineAnswer } from '../../mappings/contract/facets.ts';
import { FIELDS } from '../../mappings/search/fields.ts';
import { unquoted } from '../../web/src/lib/query-text.ts';
import { textFiles } from '../../web/texts-plugin.ts';
import { eventually } from '../support/archive.ts';
import { openBrowser } from '../support/browser.ts';
import { clearPage } from '../support/clear-page.ts';
import { useSharedArchive } from '../support/shared-archive.ts';
import { allHydrated, hydrated } from '../support/hydrated.ts';

const archive = useSharedArchive();
/** English texts of the core and of modules. */
const texts = Object.assign(
  {},
  ...textFiles('en').map(
    (path) => JSON.parse(readFileSync(join(import.meta.dirname, '../..', path), 'utf8')) as object,
  ),
) as Readonly<Record<string, string>>;
const labelOf = (name: string) => texts[`form.label.${name}`] ?? texts[`field.${name}`] ?? '';
let browser: Browser;
let page: Page;
const pageErrors: string[] = [];

beforeAll(async () => {
  browser = await openBrowser();
  page = await browser.newPage();
  page.on('pageerror', (error) => pageErrors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') pageErrors.push(`${message.text()} ${message.location().url}`);
  });
});

afterAll(async () => browser?.close());

beforeEach(async () => {
  await clearPage(page, { origin: archive().serverUrl, viewport: { width: 1280, height: 900 } });
  pageErrors.length = 0;
});

afterEach(() => expect(pageErrors).toEqual([]));

async function open(address: string): Promise<void> {
  await page.goto(`${archive().serverUrl}${address}`);
  await allHydrated(page);
}

async function chooseView(name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'View' }).getByRole('link', { name, exact: true }).click();
}

async function total(): Promise<number> {
  const text = await page.locator('.results-count').first().innerText();
  return Number(/[\d,]+/.exec(text)?.[0].replaceAll(',', '') ?? 0);
}

const queryInAddress = () => new URL(page.url()).searchParams.get('q');

test('a facet value has a count and adds or removes its filter', async () => {
  await open('/search?q=the');
  const all = await total();
  const choice = page.locator('nav.facets a').first();
  const count = Number((await choice.locator('.facet-count').innerText()).replaceAll(',', ''));
  await choice.click();
  await page.waitForURL(/board/);
  await expect.poll(total).toBe(count);
  expect(queryInAddress()).toMatch(/^the board:\w+$/);
  await page.locator('nav.facets a[aria-current]').first().click();
  await expect.poll(total).toBe(all);
  expect(queryInAddress()).toBe('the');
});

test('posts with pictures can be chosen first, though fewer have one', async () => {
  await open('/search?q=the');
  const choices = page.getByRole('region', { name: 'Picture or file' }).getByRole('link');
  await choices.first().waitFor();
  expect(await choices.locator('.facet-value').allInnerTexts()).toEqual(['With a picture or file', 'Without a file']);
  const [withFile = 0, without = 0] = (await choices.locator('.facet-count').allInnerTexts()).map((text) =>
    Number(text.replaceAll(',', '')),
  );
  expect(withFile).toBeLessThan(without);
  await choices.first().click();
  await expect.poll(queryInAddress).toBe('the has:file');
  await expect.poll(total).toBe(withFile);
});

test('the timeline is a chart and a table, and both zoom', async () => {
  await open('/search?q=the');
  await page.locator('.timeline canvas').waitFor();
  await page.locator('.timeline-table summary').focus();
  await page.keyboard.press('Enter');
  const row = page.locator('.timeline-table tbody tr').last();
  const count = Number((await row.locator('td').last().innerText()).replaceAll(',', ''));
  await row.locator('a').focus();
  await page.keyboard.press('Enter');
  await expect.poll(queryInAddress).toMatch(/^the (during|after):/);
  await expect.poll(total).toBe(count);

  await open('/search?q=the');
  const box = await page.locator('.timeline .u-over').boundingBox();
  if (box === null) throw new Error('nothing is drawn');
  await page.mouse.move(box.x + box.width * 0.5, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.98, box.y + 30, { steps: 6 });
  await page.mouse.up();
  await expect.poll(queryInAddress).toMatch(/^the after:\S+ before:\S+$/);
});

test('fields and their values are completed by keyboard', async () => {
  await page.goto(`${archive().serverUrl}/`);
  const bar = page.getByRole('combobox', { name: 'Search posts' });
  await bar.pressSequentially('the boa');
  const suggestions = page.getByRole('option');
  await suggestions.first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  expect(await bar.inputValue()).toBe('the board:');
  await suggestions.filter({ hasText: 'board:' }).or(suggestions).first().waitFor();
  await page.keyboard.press('ArrowDown');
  const active = await bar.getAttribute('aria-activedescendant');
  expect(active).not.toBeNull();
  await page.keyboard.press('Enter');
  expect(await bar.inputValue()).toMatch(/^the board:\w+/);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/search\?/);
  expect(queryInAddress()).toMatch(/^the board:\w+$/);
});

/** Presses the arrow key until the active suggestion has this text. */
async function walkTo(suggestion: RegExp): Promise<void> {
  await page.getByRole('option', { name: suggestion }).first().waitFor();
  const active = page.locator('[role=option][aria-selected=true]');
  await expect
    .poll(async () => {
      await page.keyboard.press('ArrowDown');
      return active.innerText();
    })
    .toMatch(suggestion);
}

test('words are completed, threads opened and misspelt words corrected by keyboard', async () => {
  await page.goto(`${archive().serverUrl}/`);
  const bar = page.getByRole('combobox', { name: 'Search posts' });
  await bar.pressSequentially('mechanical keyb');
  await walkTo(/^keyboards\s+word/);
  await page.keyboard.press('Enter');
  expect(await bar.inputValue()).toBe('mechanical keyboards ');
  await page.keyboard.press('Enter');
  await expect.poll(queryInAddress).toBe('mechanical keyboards');
  await expect.poll(total).toBeGreaterThan(0);

  const corrected = page.locator('.did-you-mean').getByRole('link', { name: 'keyboard', exact: true });
  // A busy store may need longer for similar words than a page waits: the reader then searches again.
  const isCorrected = async () => {
    await bar.fill('keybaord');
    await bar.press('Enter');
    return corrected.waitFor({ timeout: 20_000 }).then(
      () => true,
      () => false,
    );
  };
  await expect.poll(isCorrected, { timeout: 240_000 }).toBe(true);
  await corrected.focus();
  await page.keyboard.press('Enter');
  await expect.poll(queryInAddress).toBe('keyboard');
  await expect.poll(total).toBeGreaterThan(0);
  expect(await bar.inputValue()).toBe('keyboard');

  await bar.fill('');
  await bar.pressSequentially('/mkg/ mech');
  await walkTo(/mechanical keyboards\s+thread on/);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/tech\/thread\/\d+$/);
  await page.getByRole('heading', { level: 1, name: /mechanical keyboards/ }).waitFor();
});

test('earlier queries are suggested, and can be forgotten', async () => {
  await open('/search?q=the');
  const bar = page.getByRole('combobox', { name: 'Search posts' });
  await bar.fill('kettle');
  await bar.press('Enter');
  await page.waitForURL(/q=kettle/);
  await bar.fill('');
  await page.keyboard.press('ArrowDown');
  await page.getByRole('option', { name: 'kettle' }).waitFor();
  await bar.fill('kett');
  await page.getByRole('option', { name: 'kettle' }).filter({ hasText: 'recent' }).waitFor();
  await bar.fill('');
  await page.getByRole('option', { name: 'Forget recent searches' }).click();
  await page.getByRole('option').first().waitFor({ state: 'hidden' });
  await page.keyboard.press('ArrowDown');
  expect(await page.getByRole('option').count()).toBe(0);
});

test('a search for a word as written states that the counts beside it are folded', async () => {
  await open(`/search?q=${encodeURIComponent('="The"')}`);
  await page.locator('nav.facets').getByText('The counts ignore').waitFor();
  const marked = await page.locator('.hit mark').allInnerTexts();
  expect(new Set(marked)).toEqual(new Set(['The']));
});

test('a dropped file is searched by its hashes and never uploaded', async () => {
  await open('/search?q=has:file');
  let file = { url: '', md5: '' };
  await eventually('a picture is stored', async () => {
    const { hits } = (await (await fetch(`${archive().serverUrl}/api/v1/search?q=has:image`)).json()) as {
      hits: { file: { url?: string; md5: string } }[];
    };
    for (const { url, md5 } of hits.map((hit) => hit.file)) if (url !== undefined) file = { url, md5 };
    return file.url !== '';
  });
  const bytes = Buffer.from(await (await fetch(new URL(file.url, archive().serverUrl))).arrayBuffer());
  expect(createHash('md5').update(bytes).digest('base64')).toBe(file.md5);
  const sent: string[] = [];
  const note = (request: Request) => {
    if (request.method() !== 'GET') sent.push(request.url());
  };
  page.on('request', note);
  onTestFinished(() => void page.off('request', note));
  // Written as a string: these tests have no DOM types.
  const data = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer();
    const bytes = Uint8Array.from(atob('${bytes.toString('base64')}'), (sign) => sign.codePointAt(0));
    transfer.items.add(new File([bytes], 'mine.png'));
    return transfer;
  })()`);
  await page.dispatchEvent('body', 'dragover', { dataTransfer: data });
  await page.dispatchEvent('body', 'drop', { dataTransfer: data });
  await expect.poll(queryInAddress).toContain(`md5:${file.md5}`);
  await expect.poll(total).toBeGreaterThan(0);
  expect(sent).toEqual([]);
});

test('images, threads and compact are views of the same query and part of the address', async () => {
  await open('/search?q=the');
  await chooseView('Images');
  await page.waitForURL(/view=gallery/);
  await page.locator('.gallery-piece').first().waitFor();
  expect(queryInAddress()).toBe('the');
  await chooseView('Threads');
  await page.waitForURL(/view=threads/);
  await page.locator('.results-count', { hasText: /threads?/ }).waitFor();
  await page.reload();
  await page.locator('.results-count', { hasText: /threads?/ }).waitFor();
  await allHydrated(page);
  await page.goBack();
  await page.locator('.gallery-piece').first().waitFor();
  await chooseView('Compact');
  await page.waitForURL(/view=compact/);
  await page.locator('[data-hits=compact] .hit').first().waitFor();
  const heights = await page
    .locator('[data-hits=compact] .hit')
    .evaluateAll((hits) => hits.map((hit) => hit.clientHeight));
  expect(Math.max(...heights)).toBeLessThan(60);
});

test('the help in the bar explains what is at the caret, by keyboard too, with searches that find something', async () => {
  await open('/search?q=the+is%3Aop');
  const bar = page.getByRole('combobox', { name: 'Search posts' });
  await bar.focus();
  await bar.press('End');
  await bar.press('Tab');
  await page.keyboard.press('Enter');
  const help = page.getByRole('region', { name: 'Help for this search' });
  await help.getByText('is:sticky', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });
  expect(await page.evaluate('document.activeElement.className')).toBe('query-help-link');
  await bar.fill('subject:');
  await page.locator('.query-help-link').click();
  const example = help.getByRole('link', { name: /^subject:/ }).first();
  const q = await example.innerText();
  await example.click();
  await expect.poll(queryInAddress).toBe(q);
  await expect.poll(total).toBeGreaterThan(0);
});

test('a range of days is chosen from the calendar, and the chart covers it', async () => {
  await open('/search?q=the');
  await page.locator('.timeline-time > button').click();
  await page.getByLabel('From').fill('2025-01-01');
  await page.getByLabel('To', { exact: true }).fill('2025-12-31');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect.poll(queryInAddress).toBe('the during:2025-01-01..2025-12-31');
  await page.locator('.timeline:not([aria-busy]) summary', { hasText: 'Posts per week' }).waitFor();
  const answer = await fetch(`${archive().serverUrl}/api/v1/search/timeline?q=the+during:2025-01-01..2025-12-31`);
  const { buckets } = (await answer.json()) as TimelineAnswer;
  expect([buckets[0]?.start, buckets.at(-1)?.end]).toEqual(['2024-12-30T00:00:00.000Z', '2026-01-05T00:00:00.000Z']);
});

test('a search without hits, an unknown file, an unknown board and a missing post lead on', async () => {
  const lead = async (address: string, text: RegExp) => {
    await page.goto(`${archive().serverUrl}${address}`);
    await page.getByText(text).first().waitFor();
    const hits = await page.locator('.query-examples dd').first().innerText();
    expect(Number(/(\d+) posts?$/.exec(hits)?.[1])).toBeGreaterThan(0);
  };
  await lead('/search?q=zzzzqqq', /No posts match/);
  await lead(
    `/search?q=${encodeURIComponent(`md5:${'A'.repeat(22)}== OR sha256:${'0'.repeat(64)}`)}`,
    /This file is not in the archive/,
  );
  for (const view of ['', '&view=gallery'])
    await lead(`/search?q=md5:${'A'.repeat(22)}${encodeURIComponent('==')}${view}`, /This file is not in the archive/);
  await page.getByRole('link', { name: 'SauceNAO' }).waitFor();
  for (const [address, text] of [
    ['/nonsense/', /no board \/nonsense\//],
    ['/tech/post/1', /is not in the archive/],
  ] as const) {
    await lead(address, text);
    expect(await page.locator('#query').inputValue()).not.toContain('nonsense');
  }
  // The pages of what is missing are answered by 404.
  expect(pageErrors.every((message) => message.includes('404'))).toBe(true);
  pageErrors.length = 0;
});

test('an opening post without a subject is titled by its first words, which have room on phones', async () => {
  const answer = await fetch(`${archive().serverUrl}/api/v1/search?q=is:op+-has:subject`);
  const { hits } = (await answer.json()) as { hits: { num: number; subject?: string; thread_title?: string }[] };
  const untitled = hits.find(({ subject, thread_title: title }) => subject === undefined && title !== undefined);
  const title = page.locator('.hit-thread').first();
  await open(`/search?q=num:${untitled?.num}+is:op`);
  expect(await title.innerText()).toBe(untitled?.thread_title);
  await page.setViewportSize({ width: 390, height: 844 });
  await open('/search?q=is:op&view=compact');
  await title.waitFor();
  const widths = await page
    .locator('.hit-thread')
    .evaluateAll((titles) => titles.map((one) => [one.clientWidth, one.scrollWidth] as const));
  expect(widths.filter(([shown, whole]) => shown < Math.min(whole, 96))).toEqual([]);
});

test('results can be exported as CSV and NDJSON and followed as a feed', async () => {
  await open('/search?q=the');
  await page.locator('.results-menu > button').click();
  const links = await Promise.all(
    (await page.locator('.results-menu a').all()).map(async (link) => (await link.getAttribute('href')) ?? ''),
  );
  expect(links.length).toBeGreaterThan(3);
  for (const link of links) {
    const answer = await fetch(new URL(link, archive().serverUrl));
    expect({ link, status: answer.status }).toEqual({ link, status: 200 });
    // A caller may have one export at a time, which ends with its last byte.
    await answer.arrayBuffer();
  }
});

test('the form and the bar always show the same query, and an edit of either rewrites only the edited part', async () => {
  await open('/search?q=the+is%3Aop+width%3A%3E1000&form=open');
  const form = page.getByRole('form', { name: 'Advanced search' });
  const bar = page.getByRole('combobox', { name: 'Search posts' });
  const field = (name: string) => form.getByLabel(name, { exact: true });
  await field('Words').waitFor();
  expect(await field('Words').inputValue()).toBe('the');
  expect(await field('Posts').inputValue()).toBe('op');
  expect(await field('Width').inputValue()).toBe('>1000');
  await field('Subject only').fill('hello world');
  expect(await bar.inputValue()).toBe('the is:op width:>1000 subject:"hello world"');
  await bar.fill('the -has:file title:x after:2015');
  await expect.poll(async () => field('With a file').inputValue()).toBe('none');
  expect(await field('On or after').inputValue()).toBe('2015');
  await field('Posts').selectOption('reply');
  await form.getByRole('button', { name: 'Search' }).click();
  await expect.poll(queryInAddress).toBe('the -has:file title:x after:2015 is:reply');
  // The results replace the form.
  await form.waitFor({ state: 'detached' });
  expect(new URL(page.url()).searchParams.get('form')).toBeNull();
  await page.locator('.results-count:focus').waitFor();
});

test('every field of the language can be edited in the form or in the bar, and appears in both', async () => {
  await open('/search?q=the&form=open');
  const form = page.getByRole('form', { name: 'Advanced search' });
  const bar = page.getByRole('combobox', { name: 'Search posts' });
  await hydrated(page, '.form-fields details');
  await form.locator('details').evaluateAll((all) => all.forEach((details) => details.setAttribute('open', '')));
  // Each name stands once.
  const names = await form.locator('label, legend').allInnerTexts();
  expect(names.length).toBeGreaterThan(60);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  const fields = FIELDS.filter(({ kind }) => kind !== 'is' && kind !== 'has' && kind !== 'board').map(
    ({ name, examples: [[example]], form: control }) => ({
      example,
      value: unquoted(example.slice(name.length + 1)),
      control:
        control?.control === 'several'
          ? form.getByRole('group', { name: labelOf(name), exact: true })
          : form.getByLabel(labelOf(name), { exact: true }),
      isBoxes: control?.control === 'several',
    }),
  );
  expect(fields.length).toBeGreaterThan(30);
  const clear = async () => form.getByRole('button', { name: 'Clear' }).click();
  const valueOf = async ({ control, isBoxes }: (typeof fields)[number]) =>
    isBoxes ? (await control.locator('label:has(:checked)').allInnerTexts()).join(',') : control.inputValue();
  // A query has at most 512 characters.
  for (const some of [fields.slice(0, 18), fields.slice(18)]) {
    await clear();
    const written: string[] = [];
    for (const { example, value, control, isBoxes } of some) {
      if (isBoxes) for (const box of value.split(',')) await control.getByLabel(box, { exact: true }).check();
      else if (await control.evaluate((element) => element.tagName === 'SELECT')) await control.selectOption(value);
      else await control.fill(value);
      written.push(example);
      expect(await bar.inputValue()).toBe(written.join(' '));
    }
    await clear();
    await bar.fill(written.join(' '));
    for (const one of some) await expect.poll(async () => valueOf(one), { message: one.example }).toBe(one.value);
  }
});

test('each part of the search can be removed', async () => {
  await open('/search?q=the+board%3Atech+-mouse');
  const parts = page.getByRole('list', { name: 'Parts of this search' }).getByRole('link');
  expect(await parts.locator('.query-part-text').allInnerTexts()).toEqual(['the', 'on /tech/', 'without mouse']);
  await page.getByRole('link', { name: 'Remove “on /tech/” from the search' }).click();
  await expect.poll(queryInAddress).toBe('the -mouse');
  await expect.poll(async () => parts.count()).toBe(2);
});

test('a mistake is underlined in the bar, and the form stays', async () => {
  await page.goto(`${archive().serverUrl}/search?q=%22custom+kernel+after%3A2014&form=open`);
  await page.locator('.query-bar .query-error', { hasText: 'custom kernel' }).waitFor();
  await page.getByRole('form', { name: 'Advanced search' }).waitFor();
  const fix = page.getByRole('link', { name: 'Search for "custom kernel" after:2014' });
  expect(new URL(await fix.evaluate((link) => (link as unknown as { href: string }).href)).searchParams.get('q')).toBe(
    '"custom kernel" after:2014',
  );
  // The search is answered with 400.
  pageErrors.length = 0;
});

test('the query is carried into an opened thread, where keys walk its matches, and back', async () => {
  await open('/search?q=keyboard+board%3Atech+sort%3Aold');
  await page.locator('[data-hits] a.post-num').first().click();
  await page.waitForURL(/thread\/\d+\?q=keyboard#p\d+$/);
  await page.locator('article.post-match mark').first().waitFor();
  const status = page.locator('.thread-search-status');
  await expect.poll(async () => status.innerText()).toMatch(/^\d+ of \d+$/);
  const search = page.getByRole('searchbox', { name: 'Search in this thread' });
  expect(await search.inputValue()).toBe('keyboard');
  await search.fill('the');
  await search.press('Enter');
  await expect.poll(async () => status.innerText()).toMatch(/of (?:[2-9]|\d{2,})$/);
  await search.blur();
  await page.keyboard.press('n');
  await page.waitForURL(/#p\d+$/);
  const first = new URL(page.url()).hash;
  await page.keyboard.press('n');
  await expect.poll(() => new URL(page.url()).hash).not.toBe(first);
  await page.keyboard.press('p');
  await expect.poll(() => new URL(page.url()).hash).toBe(first);
  await page.getByRole('button', { name: 'End search' }).click();
  await page.locator('article mark').first().waitFor({ state: 'detached' });
});

test('a saved search is on the home page until it is deleted', async () => {
  await open('/search?q=the');
  const save = page.getByRole('button', { name: 'Save this search' });
  await save.click();
  await page.getByRole('button', { name: 'Saved', pressed: true }).waitFor();
  await page.locator('.save-note', { hasText: 'home page' }).waitFor();
  await page.goto(`${archive().serverUrl}/`);
  const saved = page.getByRole('region', { name: 'Saved searches' });
  await saved.waitFor();
  expect(await saved.getByRole('link').allInnerTexts()).toEqual(['the']);
  await saved.getByRole('button', { name: 'Delete saved search the' }).click();
  await saved.waitFor({ state: 'detached' });
});

test('an explanation shows the parts, limits and timing of a query', async () => {
  await open('/search?q=the+-(oven+OR+stove)');
  await page.locator('.results-menu > button').click();
  await page.getByRole('button', { name: 'Explain this search' }).click();
  const panel = page.getByRole('region', { name: 'How this query is interpreted' });
  await panel.getByText('All of these').waitFor();
  expect(await panel.locator('.explain-tree li').allInnerTexts()).toEqual(
    expect.arrayContaining(['the', 'oven', 'stove']),
  );
  await panel.getByText('of this, in the search engine').waitFor();
  expect(await panel.getByRole('table', { name: 'Limits' }).getByRole('row').count()).toBeGreaterThan(3);
  await panel.getByRole('button', { name: 'Close' }).click();
  await panel.waitFor({ state: 'detached' });
});

test('an explanation takes the focus, and Escape returns it to the menu', async () => {
  await open('/search?q=the');
  const menu = page.locator('.results-menu > button');
  await menu.click();
  await page.getByRole('button', { name: 'Explain this search' }).press('Enter');
  const panel = page.getByRole('region', { name: 'How this query is interpreted' });
  const hasFocus = async () => panel.evaluate((element) => element.matches(':focus'));
  await expect.poll(hasFocus).toBe(true);
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  expect(await menu.evaluate((element) => element.matches(':focus'))).toBe(true);
});
