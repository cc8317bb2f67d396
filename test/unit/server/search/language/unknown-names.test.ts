import { describe, expect, test } from 'vitest';
import { parse } from '../../../../../server/search/language/parse.ts';
import { QueryError } from '../../../../../server/search/language/query-error.ts';
import { refuseUnknownIdentities } from '../../../../../server/search/language/unknown-names.ts';

const KNOWN = ['Ann Lee', 'bob', 'Carol "C" Cox'].map((name) => ({ name, aliases: [] }));

function refusal(text: string): QueryError | null {
  try {
    refuseUnknownIdentities(parse(text), text, KNOWN);
    return null;
  } catch (error) {
    if (error instanceof QueryError) return error;
    throw error;
  }
}

describe('an unknown identity', () => {
  test.each([
    ['identity:bbo', 9, 12, 'identity:bob'],
    ['rye -identity:bob,Bobb', 18, 22, 'rye -identity:bob,bob'],
    ['(a OR identity:"An Lee") b', 15, 23, '(a OR identity:"Ann Lee") b'],
    ['person:ann', 7, 10, 'person:"Ann Lee"'],
    ['identity:carol', 9, 14, String.raw`identity:"Carol \"C\" Cox"`],
    ['identity:“an lee”,bob', 9, 17, 'identity:"Ann Lee",bob'],
    ['identity:zed', 9, 12, null],
  ])('%s has its position, and the most similar known one', (text, start, end, suggestion) => {
    expect(refusal(text)).toMatchObject({ code: 'identity_unknown', span: { start, end }, suggestion });
  });

  test.each([
    'identity:"Ann Lee"',
    'identity:"ann LEE",Bob',
    String.raw`identity:"Carol \"C\" Cox"`,
    'name:zed trip:!zed id:zed',
  ])('%s is not reported', (text) => {
    expect(refusal(text)).toBeNull();
  });
});
