import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSecret, isTotpCode, setupOf, stepOfCode } from '../../../../../server/admin/accounts/totp.ts';

/** RFC 6238, appendix B, for SHA-1: the last six of its eight digits. */
const VECTORS = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
] as const;
const SECRET = Buffer.from('12345678901234567890');
const at = (seconds: number) => new Date(seconds * 1000);

test.each(VECTORS)('at %i seconds the code of the RFC is that of its step', (seconds, code) => {
  expect(stepOfCode(SECRET, code, at(seconds))).toBe(Math.floor(seconds / 30));
});

test('the code of one step before and after is accepted as the code of that step, and no other', () => {
  const [[, code]] = VECTORS;
  expect(stepOfCode(SECRET, code, at(59 + 30))).toBe(1);
  expect(stepOfCode(SECRET, code, at(59 - 30))).toBe(1);
  expect(stepOfCode(SECRET, code, at(59 + 60))).toBeNull();
  expect(stepOfCode(SECRET, '287083', at(59))).toBeNull();
});

test('secrets have 20 random bytes, and apps compute the same code from them', () => {
  const [one, other] = [createSecret(), createSecret()];
  expect(one).toHaveLength(20);
  expect(one.equals(other)).toBe(false);
  const { secret, uri } = setupOf(one, 'ann');
  const url = new URL(uri);
  expect(`${url.protocol}//${url.host}${decodeURIComponent(url.pathname)}`).toBe('otpauth://totp/Sagasu:ann');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    issuer: 'Sagasu',
    secret,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
  expect(stepOfCode(one, codeOf(bytesOf(secret), 57_000_000), at(57_000_000 * 30))).toBe(57_000_000);
});

test('six digits are a code, and anything else may be a recovery code', () => {
  expect(['000000', '12345', '1234567', '12345a', '１２３４５６'].map(isTotpCode)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});

/** RFC 4226, implemented without the library. */
function codeOf(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', secret).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) % 16;
  return String((hash.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0');
}

function bytesOf(base32: string): Buffer {
  const bits = Array.from(base32)
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
