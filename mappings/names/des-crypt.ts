/**
 * The traditional `crypt(3)` of Unix: 25 rounds of DES whose expansion is permuted by a salt. It is used only for tripcodes, and does
 * not protect secrets. Bits are numbered as in FIPS 46-3, from 1. Pure.
 */

const rows = (text: string): readonly number[] => text.trim().split(/\s+/).map(Number);

const INITIAL = rows(`58 50 42 34 26 18 10 2 60 52 44 36 28 20 12 4 62 54 46 38 30 22 14 6 64 56 48 40 32 24 16 8
  57 49 41 33 25 17 9 1 59 51 43 35 27 19 11 3 61 53 45 37 29 21 13 5 63 55 47 39 31 23 15 7`);
const FINAL = rows(`40 8 48 16 56 24 64 32 39 7 47 15 55 23 63 31 38 6 46 14 54 22 62 30 37 5 45 13 53 21 61 29
  36 4 44 12 52 20 60 28 35 3 43 11 51 19 59 27 34 2 42 10 50 18 58 26 33 1 41 9 49 17 57 25`);
const EXPANSION = rows(`32 1 2 3 4 5 4 5 6 7 8 9 8 9 10 11 12 13 12 13 14 15 16 17
  16 17 18 19 20 21 20 21 22 23 24 25 24 25 26 27 28 29 28 29 30 31 32 1`);
const PERMUTATION = rows('16 7 20 21 29 12 28 17 1 15 23 26 5 18 31 10 2 8 24 14 32 27 3 9 19 13 30 6 22 11 4 25');
const KEY_CHOICE_1 = rows(`57 49 41 33 25 17 9 1 58 50 42 34 26 18 10 2 59 51 43 35 27 19 11 3 60 52 44 36
  63 55 47 39 31 23 15 7 62 54 46 38 30 22 14 6 61 53 45 37 29 21 13 5 28 20 12 4`);
const KEY_CHOICE_2 = rows(`14 17 11 24 1 5 3 28 15 6 21 10 23 19 12 4 26 8 16 7 27 20 13 2
  41 52 31 37 47 55 30 40 51 45 33 48 44 49 39 56 34 53 46 42 50 36 29 32`);
const SHIFTS = rows('1 1 2 2 2 2 2 2 1 2 2 2 2 2 2 1');
/** Eight boxes of four rows of 16 hexadecimal digits. */
const BOXES = [
  'e4d12fb83a6c5907 0f74e2d1a6cb9538 41e8d62bfc973a50 fc8249175b3ea06d',
  'f18e6b34972dc05a 3d47f28ec01a69b5 0e7ba4d158c6932f d8a13f42b67c05e9',
  'a09e63f51dc7b428 d709346a285ecbf1 d6498f30b12c5ae7 1ad069874fe3b52c',
  '7de3069a1285bc4f d8b56f03472c1ae9 a690cb7df13e5284 3f06a1d8945bc72e',
  '2c417ab6853fd0e9 eb2c47d150fa3986 421bad78f9c5630e b8c71e2d6f09a453',
  'c1af92680d34e75b af427c9561de0b38 9ef528c3704a1db6 432c95fabe17608d',
  '4b2ef08d3c975a61 d0b7491ae35c2f86 14bdc37eaf680592 6bd814a7950fe23c',
  'd2846fb1a93e50c7 1fd8a374c56b0e92 7b419ce206adf358 21e74a8dfc90356b',
].map((box) => box.replaceAll(' ', ''));

const DIGITS = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

type Bits = readonly number[];

const permute = (bits: Bits, places: Bits): number[] => places.map((place) => bits[place - 1] ?? 0);

/**
 * Returns the digits after the salt. `key`: only the first 8 bytes are used, 7 bits of each. `salt`: two of the characters
 * `./0-9A-Za-z`.
 */
export function desCrypt(key: Uint8Array, salt: string): string {
  const expansion = saltedExpansion(salt);
  const keys = roundKeys(key);
  let block: Bits = Array.from({ length: 64 }, () => 0);
  for (let time = 0; time < 25; time += 1) block = encrypt(block, keys, expansion);
  return printed(block);
}

/** The salt swaps bits of the expansion's halves: its lowest bit swaps the first bits, and so on. */
function saltedExpansion(salt: string): Bits {
  const places = [...EXPANSION];
  for (let at = 0; at < 12; at += 1) {
    const digit = DIGITS.indexOf(salt[at < 6 ? 0 : 1] ?? '.');
    if (((digit >> (at % 6)) & 1) === 0) continue;
    [places[at], places[at + 24]] = [EXPANSION[at + 24] ?? 0, EXPANSION[at] ?? 0];
  }
  return places;
}

function roundKeys(key: Uint8Array): readonly Bits[] {
  const bits = Array.from({ length: 64 }, (_, at) =>
    at % 8 === 7 ? 0 : ((key[Math.floor(at / 8)] ?? 0) >> (6 - (at % 8))) & 1,
  );
  const chosen = permute(bits, KEY_CHOICE_1);
  let [left, right] = [chosen.slice(0, 28), chosen.slice(28)];
  return SHIFTS.map((shift) => {
    left = [...left.slice(shift), ...left.slice(0, shift)];
    right = [...right.slice(shift), ...right.slice(0, shift)];
    return permute([...left, ...right], KEY_CHOICE_2);
  });
}

function encrypt(block: Bits, keys: readonly Bits[], expansion: Bits): Bits {
  const start = permute(block, INITIAL);
  let [left, right] = [start.slice(0, 32), start.slice(32)];
  for (const key of keys) {
    const mixed = permute(right, expansion).map((bit, at) => bit ^ (key[at] ?? 0));
    const chosen = permute(substituted(mixed), PERMUTATION);
    [left, right] = [right, left.map((bit, at) => bit ^ (chosen[at] ?? 0))];
  }
  return permute([...right, ...left], FINAL);
}

function substituted(bits: Bits): Bits {
  return BOXES.flatMap((box, at) => {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = bits.slice(at * 6, at * 6 + 6);
    const place = (a * 2 + f) * 16 + b * 8 + c * 4 + d * 2 + e;
    const value = Number.parseInt(box[place] ?? '0', 16);
    return [(value >> 3) & 1, (value >> 2) & 1, (value >> 1) & 1, value & 1];
  });
}

/** 64 bits and two zeros as eleven digits of six bits. */
function printed(block: Bits): string {
  const bits = [...block, 0, 0];
  return Array.from({ length: 11 }, (_, at) => {
    const digit = bits.slice(at * 6, at * 6 + 6).reduce((sum, bit) => sum * 2 + bit, 0);
    return DIGITS[digit] ?? '.';
  }).join('');
}
