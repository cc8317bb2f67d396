import type { QueryPart } from '../../../../../mappings/contract/query-part.ts';
import { SEARCH_SORTS } from '../../../../../mappings/search/sort-names.ts';
import { nameText, t } from '../../../lib/messages.ts';
import { unquoted } from '../../../lib/query-text.ts';

/** A part of a query in the reader's words: `-is:op` is "not opening posts". */
export function partText({ field, value, negated }: Pick<QueryPart, 'field' | 'value' | 'negated'>): string {
  const written = unquoted(value);
  switch (field) {
    case null:
      return negated ? t('part.has-not', { what: value }) : value;
    case 'board': {
      const boards = either(written.split(',').map((name) => `/${name.trim().replaceAll(/^\/|\/$/g, '')}/`));
      return t(negated ? 'part.not-on-boards' : 'part.on-boards', { boards });
    }
    case 'has':
      return t(negated ? 'part.has-not' : 'part.has', { what: namedValues('has', written) });
    case 'is':
      return orNot(negated, namedValues('is', written));
    case 'after':
    case 'before':
    case 'during':
    case 'modified':
      return orNot(negated, t(`part.${field}`, { time: written }));
    case 'group':
      return t('part.by-thread');
    default:
      return orNot(negated, t('part.field', { field: nameOf(field), value: valueText(field, written) }));
  }
}

function orNot(negated: boolean, what: string): string {
  return negated ? t('part.not', { what }) : what;
}

function nameOf(field: string): string {
  return nameText(`field.${field}`) ?? field;
}

function valueText(field: string, value: string): string {
  const sort = field === 'sort' ? SEARCH_SORTS.find((name) => name === value) : undefined;
  return sort === undefined ? value : (nameText(`search.${sort}`) ?? value);
}

function namedValues(field: 'is' | 'has', values: string): string {
  return either(values.split(',').map((value) => nameText(`${field}.${value.trim().toLowerCase()}`) ?? value));
}

function either(texts: readonly string[]): string {
  return texts.reduce((first, second) => t('part.or', { first, second }));
}
