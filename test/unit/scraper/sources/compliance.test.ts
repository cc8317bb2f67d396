/** Rules for every source, regardless of the form of its site. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PostFields, ThreadObservation } from '../../../../mappings/post.ts';
import type { ParseResult } from '../../../../scraper/sources/parse-result.ts';
import { POSTS, TIME, type SourceForm } from '../../../support/source-form.ts';
import { FORMS } from './forms.ts';
import { mutatedJson, mutatedMessages, mutatedText } from './mutations.ts';

/** `MUTATIONS=25000` for a long run: the number of documents per source. */
const RUNS = Number(process.env['MUTATIONS'] ?? 2_000);
const LIMIT_MS = 20_000 + RUNS * 10;

async function accepted(form: SourceForm, document: string): Promise<ThreadObservation> {
  const result = await form.read(document);
  if (!result.ok) throw new Error(result.refusal.detail);
  return result.value;
}

describe.each(FORMS)('$name', (form) => {
  test('a thread keeps its posts with their order, numbers, times, names and texts', async () => {
    const { num, posts } = await accepted(form, form.document());
    expect(num).toBe(form.nums[0]);
    expect(posts.map(({ fields }) => fields.num)).toEqual(form.nums);
    expect(posts.map(({ fields }) => fields.timePosted.getTime() / 1000)).toEqual(POSTS.map(({ time }) => time));
    expect(posts.map(({ fields }) => fields.name)).toEqual(POSTS.map(({ name }) => name));
    for (const [index, { text }] of POSTS.entries()) expect(posts[index]?.fields.comment).toContain(text);
    expect(posts[0]?.fields.subject ?? 'Kettles').toBe('Kettles');
  });

  test('exactly one post is the opener, and every reply is in its thread', async () => {
    const { posts } = await accepted(form, form.document());
    expect(posts.map(({ fields }) => fields.opener)).toEqual([true, false, false]);
    expect(posts.map(({ fields }) => fields.thread)).toEqual([form.nums[0], form.nums[0], form.nums[0]]);
    expect(posts.map(({ fields }) => fields.subnum)).toEqual([0, 0, 0]);
  });

  test('parsing the same document again gives the same result', async () => {
    expect(await form.read(form.document())).toEqual(await form.read(form.document()));
  });

  test('an unknown field is kept and counted', async () => {
    const result = await form.read(form.document({ 'x-steam': 'much of it' }));
    expect(result.ok && result.warnings.get('unknown_field:x-steam')).toBe(1);
    expect(JSON.stringify(result.ok && result.value.posts[1]?.fields.extra)).toContain('much of it');
  });

  test('posts are marked as deleted only if the source marks them', async () => {
    const { posts } = await accepted(form, form.document());
    expect(posts.some(({ deletion, fileDeleted }) => deletion !== undefined || fileDeleted)).toBe(false);
    if (form.deleted === null) return;
    const { posts: after } = await accepted(form, form.deleted);
    expect(after.map(({ deletion }) => deletion?.time ?? null)).toEqual([null, new Date((TIME + 900) * 1000), null]);
    expect(after[1]?.fields).toEqual(posts[1]?.fields);
  });

  test('an answer of another form is refused whole, with a reason and a storable sample', async () => {
    const whole = form.document();
    const others = [
      '<html>Just a moment…</html>',
      '\0\uD800',
      'null',
      '{}',
      '{"posts":[]}',
      '[[[[',
      'true',
      '\u001F\u008Bxx',
    ];
    const cut = whole.startsWith('From ') ? whole.slice(9) : whole.slice(0, -9);
    for (const document of [...others, cut]) {
      const result = await form.read(document);
      expect([document.slice(0, 20), result.ok]).toEqual([document.slice(0, 20), false]);
      expect(faultsOf(result, form)).toEqual([]);
    }
  });

  test('addresses stay on the site, regardless of the board’s name', () => {
    const names = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1 }),
      fc.constantFrom('..', '//evil.example', 'a?b#c', '\\', '@'),
    );
    fc.assert(
      fc.property(names, fc.nat(), fc.nat(), (sourceName, num, page) => {
        const at = { ...form.board, sourceName: sourceName.toWellFormed() };
        const urls = form.urls(at, num, page);
        expect(urls.map((url) => new URL(url).origin)).toEqual(urls.map(() => 'https://site.example'));
      }),
      { numRuns: 200 },
    );
  });

  test('mutated documents give storable posts, or are refused', { timeout: LIMIT_MS }, async () => {
    const outcomes = new Set<boolean>();
    await fc.assert(
      fc.asyncProperty(mutated(form), async (document) => {
        const result = await form.read(document);
        outcomes.add(result.ok);
        const faults = faultsOf(result, form);
        if (faults.length > 0) throw new Error(faults.join(', '));
      }),
      { numRuns: RUNS },
    );
    // Otherwise the mutations would prove nothing.
    expect(outcomes).toEqual(new Set([true, false]));
  });
});

function mutated(form: SourceForm): fc.Arbitrary<string> {
  const document = form.document();
  if (document.startsWith('From ')) {
    return fc.oneof({ weight: 3, arbitrary: mutatedMessages(document) }, mutatedText(fc.constant(document)));
  }
  const fields = mutatedJson(document);
  return fc.oneof({ weight: 3, arbitrary: fields }, mutatedText(fields));
}

/** Errors of an answer. Plain conditions, because one assertion each would take most of the run's time. */
function faultsOf(result: ParseResult<ThreadObservation>, form: SourceForm): string[] {
  if (!result.ok) {
    const { detail, sample } = result.refusal;
    return detail !== '' && isStorable(sample)
      ? []
      : ['a refusal without a reason or with a sample that cannot be stored'];
  }
  const { posts } = result.value;
  const nums = new Set(posts.map(({ fields }) => fields.num));
  const faults = posts.flatMap(({ fields }) => [
    ...Object.entries(fields).flatMap(([name, value]) => (isColumn(value) ? [] : [`${name}: ${String(value)}`])),
    ...(fields.opener === (fields.num === fields.thread && fields.subnum === 0)
      ? []
      : ['an opener that opens nothing']),
    ...(isOfThread(fields, form, nums) ? [] : ['another thread']),
    // PostgreSQL parses JSON escapes too.
    ...(/\\u0000|\\ud[89a-f]/.test(JSON.stringify(fields.extra)) ? ['extra'] : []),
  ]);
  const ids = new Set(posts.map(({ fields }) => `${fields.num}.${fields.subnum}`));
  return ids.size === posts.length ? faults : [...faults, 'a number twice'];
}

/** A part of a list has many threads, each with its opener. */
function isOfThread({ num, thread }: PostFields, form: SourceForm, nums: ReadonlySet<number>): boolean {
  return form.name === 'pipermail' ? nums.has(thread) && thread <= num : thread === form.nums[0];
}

function isColumn(value: unknown): boolean {
  if (typeof value === 'string') return value !== '' && isStorable(value);
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0;
  if (value instanceof Date) return !Number.isNaN(value.getTime());
  if (value instanceof Uint8Array) return value.length === 16;
  return true;
}

function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
