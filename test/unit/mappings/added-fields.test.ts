import { expect, test } from 'vitest';
import { addedObjects, addedToDocument } from '../../../mappings/elasticsearch/added-fields.ts';
import type { AddedMapping } from '../../../mappings/elasticsearch/index-fields.ts';
import { mappingOf } from '../../../mappings/elasticsearch/post-index.ts';
import { toPostDocument } from '../../../mappings/elasticsearch/post-document.ts';
import { FIELDS } from '../../../mappings/search/fields.ts';
import { aPost } from '../../support/builders.ts';

const text: AddedMapping = { type: 'text', analyzer: 'post_text', index_options: 'positions' };
const modules = [
  { name: 'pictures', index: { fields: { colour: { type: 'keyword' }, words: text }, values: '' } },
  { name: 'other' },
] as const;

/** The kinds of fields with one field of the index, and the types that it may have. */
const TYPES: Readonly<Record<string, readonly string[]>> = {
  text: ['text'],
  exact: ['keyword'],
  number: ['integer', 'long'],
  time: ['date'],
};

test('each search field has a field of the index with the type of its kind', () => {
  const wrong = FIELDS.filter(
    (field) =>
      'index' in field && field.index !== null && TYPES[field.kind]?.includes(mappingOf(field.index).type) !== true,
  );
  expect(wrong).toEqual([]);
  expect(() => mappingOf('pictures.shape')).toThrow('pictures.shape');
});

test('the fields of a module are one object of the mapping', () => {
  expect(addedObjects(modules)).toEqual({ pictures: { properties: { colour: { type: 'keyword' }, words: text } } });
});

test('texts of modules are folded like comments, and other values are unchanged', () => {
  expect(addedToDocument({ pictures: { colour: 'Blue', words: 'Á C#' } }, addedObjects(modules))).toEqual({
    pictures: { colour: 'Blue', words: 'A Csharp' },
  });
});

test('the values of modules are in the document of a post, and a purge removes them', () => {
  const post = { ...aPost({ num: 1 }), added: { pictures: { colour: 'blue' } } };
  const { added: _, ...without } = post;
  expect(toPostDocument(post, 1)).toEqual({ ...toPostDocument(without, 1), pictures: { colour: 'blue' } });
  expect(toPostDocument({ ...post, timePurged: new Date(0) }, 1)).not.toHaveProperty('pictures');
});
