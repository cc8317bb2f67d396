import { expect, test } from 'vitest';
import { ReaderPass } from '../../../../server/limits/reader-pass.ts';

const START = Date.parse('2026-11-26T12:00:00Z');

function given(publicUrl: string | null = null, secret = 'a secret') {
  const time = { now: START };
  return { time, pass: new ReaderPass({ publicUrl, secret, clock: () => new Date(time.now) }) };
}

/** As a browser sends it back. */
const sent = (header: string) => `theme=dark; ${header.split(';')[0]}; language=de`;

test('a pass is valid for six hours, in the network that got it', () => {
  const { time, pass } = given();
  const cookie = sent(pass.issue('192.0.2.1'));
  const number = pass.numberIn(cookie, '192.0.2.1');
  expect(number).toMatch(/^[\w-]{12}$/);
  expect(pass.numberIn(cookie, '192.0.2.2')).toBeNull();
  time.now += 6 * 3_600_000 - 1;
  expect(pass.numberIn(cookie, '192.0.2.1')).toBe(number);
  time.now += 1;
  expect(pass.numberIn(cookie, '192.0.2.1')).toBeNull();
  expect(pass.numberIn(sent(pass.issue('192.0.2.1')), '192.0.2.1')).not.toBe(number);
});

test('a pass that was made up, extended or signed by another archive is invalid', () => {
  const { pass } = given();
  const cookie = sent(pass.issue('192.0.2.1'));
  const extended = cookie.replace(/=(\d+)\./, (_, end: string) => `=${Number(end) + 60}.`);
  const foreign = sent(given(null, 'another secret').pass.issue('192.0.2.1'));
  const renumbered = cookie.replace(/\.[\w-]{12}\./, '.AAAAAAAAAAAA.');
  const invented = `sagasu-reader=9999999999.AAAAAAAAAAAA.${'A'.repeat(43)}`;
  for (const each of [extended, renumbered, foreign, 'sagasu-reader=1', invented, ''])
    expect(pass.numberIn(each, '192.0.2.1')).toBeNull();
});

test('under https browsers send it to this host over https only', () => {
  expect(given('https://archive.example').pass.issue('192.0.2.1')).toMatch(
    /^__Host-sagasu-reader=\d+\.[\w-]{12}\.[\w-]{43}; Path=\/; Max-Age=21600; HttpOnly; SameSite=Lax; Secure$/,
  );
  expect(given().pass.issue('192.0.2.1')).toMatch(/^sagasu-reader=.*; SameSite=Lax$/);
});
