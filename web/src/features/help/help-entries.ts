/** The parts of the query language that the help explains, each with examples that find posts in this archive. Pure. */
import type { QueryExample } from '../../../../mappings/contract/examples.ts';
import type { FormSection } from '../../../../mappings/search/field.ts';
import { FIELDS, HAS_VALUES, IS_VALUES, type Field } from '../../../../mappings/search/fields.ts';
import { nameText } from '../../lib/messages.ts';
import { t } from './texts.ts';

export interface HelpEntry {
  /** The anchor of the entry. */
  readonly id: string;
  /** The text in a query, without a value: `trip:`. */
  readonly term: string;
  readonly meaning: string;
  /** Other spellings. */
  readonly also: readonly string[];
  /** With hits. */
  readonly examples: readonly Pick<QueryExample, 'q' | 'hits'>[];
  /** A query for a reader to learn from, if this archive has no example with hits. */
  readonly pattern: string | null;
}

export interface HelpSection {
  readonly id: string;
  readonly heading: string;
  readonly entries: readonly HelpEntry[];
}

/** In the order of the advanced form. */
const GROUPS = [
  'text',
  'time',
  'poster',
  'file',
  'thread',
  'links',
  'more',
  'answer',
] as const satisfies readonly FormSection[];

export function helpSections(examples: readonly QueryExample[]): readonly HelpSection[] {
  return [
    { id: 'words', heading: t('help.section-words'), entries: operatorEntries(examples) },
    ...GROUPS.map((group) => ({
      id: group,
      heading: t(`form.section-${group}`),
      entries: FIELDS.filter((field) => groupOf(field) === group).map((field) => fieldEntry(field, examples)),
    })),
    { id: 'kinds', heading: t('help.section-kinds'), entries: kindEntries(examples) },
  ];
}

function groupOf({ kind, form }: Field): FormSection | null {
  return kind === 'board' ? 'time' : (form?.section ?? null);
}

const OPERATORS = [
  ['words', 'rye bread'],
  ['phrase', '"rye bread"'],
  ['not', 'rye -bread'],
  ['or', 'rye OR bread'],
  ['group', '(rye OR wheat) -bread'],
  ['prefix', 'brea*'],
  ['as-written', '="Bread"'],
  ['part', 'subject:*rea*'],
  ['combined', 'bread board:ck during:2024'],
] as const;

function operatorEntries(examples: readonly QueryExample[]): readonly HelpEntry[] {
  const operators = OPERATORS.map(([name, pattern]) => {
    const own = found(examples, 'operator', name);
    return { id: `word-${name}`, term: '', meaning: t(`help.${name}`), also: [], examples: own, pattern };
  });
  return [
    ...operators,
    { id: 'word-number', term: '', meaning: t('help.number'), also: [], examples: [], pattern: '>>51971506' },
  ];
}

function fieldEntry(
  { name, aliases, description, examples: [[pattern]] }: Field,
  all: readonly QueryExample[],
): HelpEntry {
  return {
    id: name,
    term: `${name}:`,
    meaning: nameText(`field-help.${name}`) ?? description,
    also: aliases.map((alias) => `${alias}:`),
    examples: found(all, 'field', name),
    pattern,
  };
}

function kindEntries(examples: readonly QueryExample[]): readonly HelpEntry[] {
  const entry = (kind: 'is' | 'has', value: string): HelpEntry => ({
    id: `${kind}-${value}`,
    term: '',
    meaning: nameText(`form.${kind}.${value}`) ?? nameText(`${kind}.${value}`) ?? value,
    also: [],
    examples: found(examples, kind, value),
    pattern: `${kind}:${value}`,
  });
  const lists = [...found(examples, 'field', 'is'), ...found(examples, 'field', 'has')];
  return [
    ...IS_VALUES.map((value) => entry('is', value)),
    ...HAS_VALUES.map((value) => entry('has', value)),
    { id: 'kind-lists', term: '', meaning: t('help.several'), also: [], examples: lists, pattern: 'is:sticky,closed' },
  ];
}

function found(examples: readonly QueryExample[], kind: QueryExample['kind'], name: string): HelpEntry['examples'] {
  return examples.filter((example) => example.kind === kind && example.name === name);
}

/** How values are written, with patterns. */
export function valueForms() {
  return [
    ['board:g,ck ext:webm,mp4', t('help.several')],
    ['-nvidia -has:file -board:g', t('help.without')],
    ['subject:"kernel general"', t('help.quotes')],
    ['replies:>100 width:>=1920 height:<600 posters:<=5 images:10..20', t('help.numbers')],
    ['size:<100kb size:1mb..5mb', t('help.sizes')],
    ['during:2019 after:2019-03 before:2019-03-05 after:2019-03-05T12:30', t('help.dates')],
    ['after:30min after:24h during:7d before:2w after:6mo before:1y', t('help.ages')],
  ] as const;
}
