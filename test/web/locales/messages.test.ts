import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LANGUAGES } from 'virtual:languages';
import { parseSync } from 'vite';
import { afterEach, describe, expect, test } from 'vitest';
import { HINT_CODES } from '../../../mappings/contract/search.ts';
import { languageOf } from '../../../web/src/lib/language.ts';
import { formatCount, formatTime } from '../../../web/src/lib/format.ts';
import { currentLanguage, problemText, setLanguage, t } from '../../../web/src/lib/messages.ts';
import { placeholderFiles } from '../../../web/write-placeholders.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

type Texts = Readonly<Record<string, string>>;
const readTexts = (file: string) => JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as Texts;
const namesOf = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name);
const isCount = (key: string, texts: Texts) => Object.hasOwn(texts, key.replace(PLURAL, '_other')) && PLURAL.test(key);
const PLURAL = /_(?:zero|one|two|few|many|other)$/;

afterEach(async () => setLanguage('en'));

/** The texts of problems and hints, of the core and of modules; English ones are the words of the API. */
const problemsIn = (language: string): Texts =>
  Object.assign(
    {},
    ...globSync(`{mappings/locales,modules/*/web/texts}/${language}/problems.json`, { cwd: ROOT }).map(readTexts),
  );
const problems = problemsIn('de');

/** Files of English texts, with the same file in a language. */
const AREAS = globSync('{mappings/locales,modules/*/{server,web}/texts}/en/*.json', {
  cwd: ROOT,
  exclude: ['**/language.json'],
}).map((file) => [file, file.replace('/en/', '/LANG/')] as const);
const OTHERS = [...LANGUAGES.keys()].filter((language) => language !== 'en');

/** Entries by the key without its plural form. */
function byBase(texts: Texts): ReadonlyMap<string, readonly (readonly [form: string | null, text: string])[]> {
  const found = Object.entries(texts).map(([key, text]) =>
    isCount(key, texts)
      ? ([key.replace(PLURAL, ''), [key.slice(key.lastIndexOf('_') + 1), text]] as const)
      : ([key, [null, text]] as const),
  );
  return new Map(
    [...Map.groupBy(found, ([base]) => base)].map(([base, forms]) => [base, forms.map(([, form]) => form)]),
  );
}

test('every folder of texts is a language, English first', () => {
  const folders = globSync('mappings/locales/*/', { cwd: ROOT });
  expect(LANGUAGES.size).toBe(folders.length);
  expect([...LANGUAGES.keys()][0]).toBe('en');
});

test('the compiler knows the placeholders of the English texts (npm run texts)', () => {
  for (const [file, wanted] of placeholderFiles()) expect(readFileSync(join(ROOT, file), 'utf8'), file).toBe(wanted);
});

test('keys do not repeat in two areas', () => {
  const keys = AREAS.flatMap(([file]) => Object.keys(readTexts(file)));
  expect(keys.filter((key, place) => keys.indexOf(key) !== place)).toEqual([]);
});

describe.each(
  OTHERS.flatMap((language) => AREAS.map(([file, other]) => [other.replace('LANG', language), file, language])),
)('%s', (file, englishFile, language) => {
  const english = byBase(readTexts(englishFile));
  const texts = byBase(readTexts(file));

  test('has the same keys as the English texts', () => {
    expect([...texts.keys()].sort()).toEqual([...english.keys()].sort());
  });

  test('has the same placeholders in every form', () => {
    const wrong = [...texts].flatMap(([key, forms]) => {
      const wanted = new Set((english.get(key) ?? []).map(([, text]) => namesOf(text).sort().join()));
      return forms.filter(([, text]) => !wanted.has(namesOf(text).sort().join()));
    });
    expect(wrong).toEqual([]);
  });

  test('has exactly the plural forms of its language wherever English has plurals', () => {
    const { locale = '' } = LANGUAGES.get(language) ?? {};
    const categories = new Intl.PluralRules(locale).resolvedOptions().pluralCategories.toSorted().join();
    const wrong = [...texts].filter(([key, forms]) => {
      const isPlural = english.get(key)?.[0]?.[0] !== null;
      const given = forms.flatMap(([form]) => form ?? []);
      return isPlural ? given.sort().join() !== categories : given.length > 0;
    });
    expect(wrong).toEqual([]);
  });

  test('has no empty text', () => {
    expect([...texts].filter(([, forms]) => forms.some(([, text]) => text.trim() === ''))).toEqual([]);
  });
});

test.each(OTHERS)('%s has a text for each problem that another language has, and for each hint', (language) => {
  const keys = Object.keys(problemsIn(language));
  const hints = HINT_CODES.map((code) => `hint.${code}`);
  expect(keys.sort()).toEqual([...Object.keys(problems).filter((key) => key.startsWith('problem.')), ...hints].sort());
});

test('the language is the chosen one, else the first supported one of the browser, else English', () => {
  expect(languageOf('ja', ['de-AT', 'en'])).toBe('ja');
  expect(languageOf(null, ['fr', 'de-AT', 'ja'])).toBe('de');
  expect(languageOf(null, ['fr'])).toBe('en');
  expect(languageOf('tlh', [])).toBe('en');
  // Codes that only begin like a supported language do not count.
  expect(languageOf(null, ['deu', 'jam'])).toBe('en');
});

test('numbers, plurals and times follow the current language', async () => {
  expect(t('unit.posts', { count: 1 })).toBe('1 post');
  expect(t('unit.posts', { count: 1284 })).toBe('1,284 posts');
  await setLanguage('de');
  expect(currentLanguage()).toBe('de');
  expect(t('unit.posts', { count: 1 })).toBe('1 Beitrag');
  expect(t('unit.posts', { count: 1284 })).toBe('1.284 Beiträge');
  expect(formatCount(1284)).toBe('1.284');
  expect(formatTime(0, 3 * 60_000)).toBe('vor 3 Minuten');
  await setLanguage('ja');
  expect(t('unit.posts', { count: 1 })).toBe('投稿 1 件');
  expect(formatTime(0, 3 * 60_000)).toBe('3 分前');
});

test('values are inserted literally, including braces', () => {
  expect(t('search.suggested', { q: '{q} $& {count}' })).toBe('Search for {q} $& {count}');
});

test('an API problem is shown in the reader’s language, or in the API’s words without a text', async () => {
  const refused = { code: 'quote_unclosed', detail: 'Missing closing quote.' };
  const unheard = { code: 'unheard_of', detail: 'The archive says so.' };
  expect(problemText(refused)).toBe(refused.detail);
  await setLanguage('de');
  expect(problemText(refused)).toBe('Das schließende Anführungszeichen fehlt.');
  expect(problemText(unheard)).toBe(unheard.detail);
  expect(problemText({ ...unheard, code: 'toString' })).toBe(unheard.detail);
});

test('every code of a problem that readers can see has a text in each language, and every text belongs to a code', () => {
  const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
  const files = globSync('{server,modules/*/server}/**/*.ts', {
    cwd: ROOT,
    exclude: ['modules/compat/server/foolfuuka/**'],
  });
  const server = files.map(read);
  const forReaders = files
    .filter((file) => !/(?:^|\/)(?:admin|moderation|contributions|filters)\//.test(file))
    .map(read);
  const thrown = forReaders.flatMap((text) =>
    [...text.matchAll(/(?:Refused|NotFound|Query)Error\(\s*(?:\d+,\s*)?'([a-z_]+)'/g)].map(([, code]) => code ?? ''),
  );
  const texts = Object.keys(problems).flatMap((key) => /^problem\.(.+)/.exec(key)?.[1] ?? []);
  expect([...new Set(thrown)].filter((code) => !texts.includes(code) && !OF_PROGRAMS.has(code))).toEqual([]);
  const isUsed = (code: string) =>
    /^(file_|\w+_unavailable$)/.test(code) || server.some((text) => text.includes(`'${code}'`));
  expect(texts.filter((code) => !isUsed(code))).toEqual([]);
});

/** Only programs send such requests. */
const OF_PROGRAMS = new Set([
  'crawl_delay',
  'field_unknown',
  'dump_invalid',
  'dumps_full',
  'key_required',
  'key_reused',
  'order_missing',
  'package_unreadable',
  'read_only',
]);

/** Attributes that readers see or hear. */
const SEEN = new Set(['aria-label', 'aria-description', 'alt', 'label', 'placeholder', 'title']);
/** Names, symbols that all languages share, and commands. */
const SAME_EVERYWHERE = /^(Sagasu|探す|ID:|No\.|ms|!abc|png|DE|(npx )?sagasu .+)$/;

interface SyntaxNode {
  readonly type: string;
  readonly [field: string]: unknown;
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string';

const isWords = (text: unknown): text is string =>
  typeof text === 'string' && /\p{L}{2}/u.test(text) && !SAME_EVERYWHERE.test(text.trim());

/** Text that stands literally in the source, instead of a message key. */
function wordsIn(node: unknown, isShown: boolean): readonly string[] {
  if (Array.isArray(node)) return node.flatMap((child) => wordsIn(child, isShown));
  if (!isNode(node)) return [];
  switch (node.type) {
    case 'JSXText':
      return isWords(node['value']) ? [node['value'].trim()] : [];
    case 'JSXAttribute': {
      const { name } = node['name'] as { readonly name: unknown };
      return wordsIn(node['value'], SEEN.has(String(name)));
    }
    case 'Literal':
      return isShown && isWords(node['value']) ? [node['value']] : [];
    case 'TemplateLiteral': {
      const texts = (node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked);
      return [...(isShown ? texts.filter(isWords) : []), ...wordsIn(node['expressions'], isShown)];
    }
    case 'CallExpression': {
      const { name } = node['callee'] as { readonly name?: string };
      const isTold = name === 'useTitle' || name === 'announce' || name === 'useAnnouncement';
      return [...wordsIn(node['callee'], false), ...wordsIn(node['arguments'], isTold)];
    }
    case 'ConditionalExpression':
      return [
        ...wordsIn(node['test'], false),
        ...wordsIn(node['consequent'], isShown),
        ...wordsIn(node['alternate'], isShown),
      ];
    case 'LogicalExpression':
      return [...wordsIn(node['left'], false), ...wordsIn(node['right'], isShown)];
    case 'JSXExpressionContainer':
      return wordsIn(node['expression'], isShown);
    case 'JSXElement':
    case 'JSXFragment':
      return [
        ...wordsIn(node['openingElement'], false),
        ...(node['children'] as unknown[]).flatMap((child) => wordsIn(child, true)),
      ];
    default:
      return Object.values(node).flatMap((child) => wordsIn(child, false));
  }
}

test('all text on the pages comes from the text files', () => {
  const files = globSync('{web/src,modules/*/web}/**/*.{ts,tsx}', { cwd: ROOT });
  expect(files.length).toBeGreaterThan(100);
  const written = files.flatMap((file) => {
    const { program } = parseSync(file, readFileSync(join(ROOT, file), 'utf8'));
    return wordsIn(program, false).map((text) => `${file}: ${text}`);
  });
  expect(written).toEqual([]);
  // Parses all sources, which takes long on a busy machine.
}, 60_000);

test('text outside of them is detected', () => {
  const { program } = parseSync(
    'page.tsx',
    'const a = <p title="A title" className="b">Some text {b ? "one way" : `other ${c}`}</p>; announce("It is there")',
  );
  expect(wordsIn(program, false)).toEqual(['A title', 'Some text', 'one way', 'other ', 'It is there']);
});
