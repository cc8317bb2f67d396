import { expect, test } from 'vitest';
import { codeAt } from '../../support/authenticator.ts';

/** `12345678901234567890`, the secret of RFC 6238, appendix B. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at %i seconds the code is the one of RFC 6238', (seconds, code) => {
  expect(codeAt(SECRET, new Date(seconds * 1000))).toBe(code);
});
