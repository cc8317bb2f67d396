import { expect, test } from 'vitest';
import { awarenessCommand, namesIn, unusedAttributes } from '../../../../cli/doctor/awareness.ts';

const nodes = (...zones: readonly string[]) =>
  zones.map((zone, at) => ({ zone, 'ml.machine_memory': String(at), 'xpack.installed': 'true' }));

test('an attribute that divides the nodes and is not used is named', () => {
  expect(unusedAttributes(nodes('a', 'b', 'a', 'b'), [])).toEqual(['zone']);
  expect(unusedAttributes(nodes('a', 'b', 'c'), ['rack'])).toEqual(['zone']);
});

test('a used attribute is enough', () => {
  const two = nodes('a', 'b', 'a').map((node, at) => ({ ...node, rack: `r${at % 2}` }));
  expect(unusedAttributes(two, [])).toEqual(['zone', 'rack']);
  expect(unusedAttributes(two, ['zone'])).toEqual([]);
});

test.each([
  ['nodes without attributes', [{}, {}]],
  ['no nodes', []],
  ['one zone', nodes('a', 'a')],
  ['an attribute that one node lacks', [{ zone: 'a' }, { zone: 'b' }, {}]],
  ['a name for each of many nodes', nodes('n1', 'n2', 'n3', 'n4')],
])('%s: nothing is named', (_, attributes) => {
  expect(unusedAttributes(attributes as readonly Record<string, string>[], [])).toEqual([]);
});

test('the setting is read as a list or as a text', () => {
  expect(namesIn(['zone', 'rack'])).toEqual(['zone', 'rack']);
  expect(namesIn('zone, rack')).toEqual(['zone', 'rack']);
  expect(namesIn('')).toEqual([]);
  expect(namesIn(undefined)).toEqual([]);
});

test('the command keeps the attributes that are used', () => {
  expect(awarenessCommand(['rack', 'zone'])).toContain(
    `-d '{"persistent":{"cluster.routing.allocation.awareness.attributes":"rack,zone"}}'`,
  );
});
