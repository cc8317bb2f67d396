import { describe, expect, test } from 'vitest';
import { javaMajor, noJdk } from '../../../dev-stores/java.ts';

describe('the major version of a JDK', () => {
  test.each([
    ['JAVA_VERSION="25.0.1"', 25],
    ['JAVA_VERSION="21"', 21],
    ['JAVA_VERSION="1.8.0_402"', 8],
    ['JAVA_VERSION="24-ea"', 24],
    ['openjdk version "17.0.15" 2025-04-15', 17],
    ['java version "1.7.0_80"\nJava(TM) SE Runtime Environment (build 1.7.0_80-b15)', 7],
    ['25.0.1', 25],
  ])('of %j is %i', (text, major) => {
    expect(javaMajor(text)).toBe(major);
  });

  test.each([[''], ['no version here'], ['JAVA_VERSION=""']])('of %j is unknown', (text) => {
    expect(javaMajor(text)).toBeNull();
  });
});

describe('the sentence about a missing JDK', () => {
  test('names the newest of the JDKs that are too old, and two solutions', () => {
    const sentence = noJdk([
      { home: '/jvm/eleven', major: 11 },
      { home: '/jvm/seventeen', major: 17 },
    ]);
    expect(sentence).toContain('JDK 21 or later');
    expect(sentence).toContain('17 in /jvm/seventeen');
    expect(sentence).toMatch(/ES_JAVA_HOME.*ELASTICSEARCH_URL/);
  });

  test('states that there is none at all', () => {
    expect(noJdk([])).toContain('none was found');
  });
});
