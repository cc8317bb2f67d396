/** Gives the pages the languages and their texts, which are JSON files in the folders of the core and of modules. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const ROOT = join(import.meta.dirname, '..');
const LOCALES = 'mappings/locales';
const FALLBACK = 'en';

type Texts = Readonly<Record<string, string>>;
const readTexts = (path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as Texts;

/** The language codes, English first. */
function languageCodes(): readonly string[] {
  const found = globSync(`${LOCALES}/*/language.json`, { cwd: ROOT }).map((path) => path.split(/[\\/]/)[2] ?? '');
  return [FALLBACK, ...found.filter((code) => code !== FALLBACK).sort()];
}

/** The files with a language's texts for the pages. `forms.json` is the server's. */
export function textFiles(code: string): readonly string[] {
  return [
    ...globSync(`${LOCALES}/${code}/*.json`, { cwd: ROOT, exclude: ['**/{language,forms}.json'] }),
    ...globSync(`modules/*/web/texts/${code}/*.json`, { cwd: ROOT }),
  ].sort();
}

/**
 * Serves `virtual:languages`, and for example `virtual:texts/de` with all texts in German. English texts are imported by the parts that
 * show them.
 */
export function texts(): Plugin {
  return {
    name: 'texts',
    resolveId: {
      filter: { id: /^virtual:(?:languages|texts\/\w+)$/ },
      handler: (id) => `\0${id}`,
    },
    load: {
      filter: { id: /^\0virtual:(?:languages|texts\/\w+)$/ },
      handler(id) {
        const code = id.slice('\0virtual:texts/'.length);
        if (id === '\0virtual:languages') return languagesModule();
        const files = textFiles(code);
        for (const file of files) this.addWatchFile(join(ROOT, file));
        return `export const texts = ${JSON.stringify(Object.assign({}, ...files.map(readTexts)))};`;
      },
    },
  };
}

function languagesModule(): string {
  const entries = languageCodes().map((code) => {
    const entry = JSON.stringify(readTexts(`${LOCALES}/${code}/language.json`)).slice(1, -1);
    const load = code === FALLBACK ? 'null' : `async () => (await import('virtual:texts/${code}')).texts`;
    return `[${JSON.stringify(code)}, { ${entry}, load: ${load} }]`;
  });
  return `export const LANGUAGES = new Map([${entries.join(', ')}]);`;
}
