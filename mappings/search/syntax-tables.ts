/** The tables of docs/SEARCH-SYNTAX.md that follow from the declarations. */
import { FIELDS, HAS_KINDS, HAS_VALUES, IS_KINDS, IS_VALUES, type Field } from './fields.ts';
import { SEARCH_SORTS } from './sort-names.ts';
import { SORTS } from './sorts.ts';
import type { Example } from './field.ts';

const TABLES: Readonly<Record<string, () => string>> = {
  fields: () => exampleTable('finds posts', examplesOf(isOfValues)),
  kinds: () =>
    exampleTable('finds posts', [
      ...IS_VALUES.map((value): Example => [`is:${value}`, IS_KINDS[value].finds]),
      ...HAS_VALUES.map((value): Example => [`has:${value}`, HAS_KINDS[value].finds]),
      ...examplesOf(({ kind }) => kind === 'is' || kind === 'has'),
    ]),
  numbers: () =>
    exampleTable(
      'finds posts',
      examplesOf((field) => field.kind === 'number' && !isOfValues(field)),
    ),
  times: () =>
    exampleTable(
      'finds posts',
      examplesOf(({ kind }) => kind === 'time'),
    ),
  order: () =>
    exampleTable('first comes', [
      ...SEARCH_SORTS.map((sort): Example => [`kernel sort:${sort}`, SORTS[sort].finds]),
      ...examplesOf(({ kind }) => kind === 'group').map(([query, finds]): Example => [`kernel ${query}`, finds]),
    ]),
  aliases: () =>
    table(
      ['field', 'also'],
      FIELDS.filter(({ aliases }) => aliases.length > 0).map(({ name, aliases }) => [
        `\`${name}:\``,
        aliases.map((alias) => `\`${alias}:\``).join(', '),
      ]),
    ),
};

/** The page with its tables, each of which is between `<!-- NAME -->` and `<!-- /NAME -->`. */
export function withTables(page: string): string {
  return Object.entries(TABLES).reduce((text, [name, print]) => {
    const [start, end] = [`<!-- ${name} -->\n`, `\n<!-- /${name} -->`];
    const from = text.indexOf(start);
    const to = text.indexOf(end, from);
    if (from === -1 || to === -1) throw new Error(`The page has no place for the table "${name}".`);
    return `${text.slice(0, from + start.length)}\n${print()}${text.slice(to)}`;
  }, page);
}

/** Fields of words and of values that match as a whole, numbers of posts among them. */
function isOfValues(field: Field): boolean {
  switch (field.kind) {
    case 'board':
    case 'text':
    case 'exact':
    case 'quote':
      return true;
    case 'number':
      return field.isPostNumber === true;
    case 'is':
    case 'has':
    case 'time':
    case 'sort':
    case 'group':
      return false;
  }
}

function examplesOf(isShown: (field: Field) => boolean): readonly Example[] {
  return FIELDS.filter((field) => isShown(field)).flatMap(({ examples }) => examples);
}

function exampleTable(second: string, examples: readonly Example[]): string {
  return table(
    ['write', second],
    examples.map(([query, finds]) => [`\`${query.replaceAll('|', String.raw`\|`)}\``, finds]),
  );
}

function table(head: readonly [string, string], rows: readonly (readonly [string, string])[]): string {
  return [head, ['---', '---'], ...rows]
    .map(([one, other]) => `| ${one} | ${other} |\n`)
    .join('')
    .replaceAll('| --- | --- |', '|---|---|');
}
