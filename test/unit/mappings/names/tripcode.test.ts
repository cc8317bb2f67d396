import { describe, expect, test } from 'vitest';
import { desCrypt } from '../../../../mappings/names/des-crypt.ts';
import { splitName, tripcodeOf } from '../../../../mappings/names/tripcode.ts';
import { toShiftJis } from '../../../../mappings/names/shift-jis.ts';

/** Values from crypt(3) of libxcrypt. */
test.each([
  ['tea', 'ea', 'WokonZwxw2'],
  ['password', 'as', 'ozOtJW9BFA'],
  ['test', 'es', '.CzKQna1OU'],
  ['a', 'H.', 'ZnBI2EKkq.'],
])('crypt(%s) with the salt %s ends in %s', (key, salt, digits) => {
  expect(desCrypt(Buffer.from(key), salt).slice(-10)).toBe(digits);
});

test('only the first eight bytes of a key count', () => {
  expect(desCrypt(Buffer.from('12345678'), 'ab')).toBe(desCrypt(Buffer.from('123456789'), 'ab'));
  expect(desCrypt(Buffer.from('1234567'), 'ab')).not.toBe(desCrypt(Buffer.from('12345678'), 'ab'));
});

/**
 * Published values: known on imageboards for years; in John the Ripper's tests of its formats "trip" and "tripcode"; in
 * zerochplus/triptest, its column of 4chan; in the tests of krepflap/ex_tripcode.
 */
test.each([
  ['tea', '!WokonZwxw2'],
  ['password', '!ozOtJW9BFA'],
  ['test', '!.CzKQna1OU'],
  ['istrip', '!/WG5qp963c'],
  ['simpson', '!Rk7VUsDT2U'],
  ['tripcode', '!3GqYIJ3Obs'],
  ['ponytail', '!Id1gMYGA52'],
  ['1', '!tsGpSwX8mo'],
  ['12345678', '!WBRXcNtpf.'],
  ['ｱｲｳｴｵｶｷｸ', '!XlUiP8mHCU'],
  ['ｋａｍｉ', '!yGAhoNiShI'],
  ['overcompensate', '!sGqtdX5oJc'],
  ['pepperoni', '!HohErJmbN6'],
  ['廨A齬ﾙｲb', '!sTrIKeleSs'],
  ['エリクサー', '!VTaBo/Ew8o'],
  ['糯ｫT弓(窶', '!Pants.f1Fk'],
  ['$$$$$$$$$$$$$$$$$$', '!dQCqKwAumo'],
  ['€€€€€€€€€€€€€€€€€€', '!bIffqtgKTg'],
  ['&elixir', '!Q8CfKxygXk'],
  ['gV4ZhqkrjBka)GiWi(zKJHYPShVN!^TsG%6Xxo9Q', '!3ps/PcSAjk'],
])('the secret %s gives %s', (secret, tripcode) => {
  expect(tripcodeOf(secret)).toBe(tripcode);
});

test('characters that HTML escapes and those of Shift_JIS count as the scripts of the time received them', () => {
  // crypt("&amp;", "am"), crypt("&quot;&l", "qu"), and the bytes 8A BF 8E 9A with the salt "..".
  expect(tripcodeOf('&')).toBe('!MhCJJ7GVT.');
  expect(tripcodeOf('"<>')).toBe('!LZ4ugyvTWU');
  expect(tripcodeOf('漢字')).toBe('!PqoYp9eziw');
  expect(tripcodeOf('漢字')).not.toBe(tripcodeOf('??'));
});

describe('Shift_JIS', () => {
  test('has ASCII, kana and kanji, and a question mark for other characters', () => {
    expect([...toShiftJis('aあ漢ｱ😀')]).toEqual([0x61, 0x82, 0xa0, 0x8a, 0xbf, 0xb1, 0x3f]);
  });

  test('equals the platform’s decoding', () => {
    const text = 'いろはにほへと ちりぬるを 今日は、世界。';
    expect(new TextDecoder('shift_jis').decode(toShiftJis(text))).toBe(text);
  });
});

test.each([
  ['Ann', 'Ann', '', ''],
  ['Ann#x', 'Ann', 'x', ''],
  ['Ann##y', 'Ann', '', 'y'],
  ['Ann#x#y', 'Ann', 'x', 'y'],
  ['#x', '', 'x', ''],
  ['Ann#', 'Ann', '', ''],
])('%s is split into a name and secrets', (typed, name, secret, secureSecret) => {
  expect(splitName(typed)).toEqual({ name, secret, secureSecret });
});
