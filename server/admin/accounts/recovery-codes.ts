/** Recovery codes: each replaces one code of an authenticator app, once. Only their SHA-256 is stored. */
import { createHash, randomInt } from 'node:crypto';
import type pg from 'pg';

const CODES = 10;
const GROUPS = 4;
const GROUP_LENGTH = 4;
/** Without i, l, o and u, which are mistaken for others: 80 bits in 16 characters. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Index: recovery_codes_pkey. $1 hashes. */
const REPLACE_CODES = 'select replace_recovery_codes($1::bytea[])';

/** Replaces all recovery codes of the proven account. The new codes cannot be read again later. */
export async function renewRecoveryCodes(client: pg.PoolClient): Promise<readonly string[]> {
  const { codes, hashes } = createRecoveryCodes();
  await client.query(REPLACE_CODES, [hashes]);
  return codes;
}

export function createRecoveryCodes(): { readonly codes: readonly string[]; readonly hashes: readonly Buffer[] } {
  const codes = Array.from({ length: CODES }, createCode);
  return { codes, hashes: codes.map(hashOf) };
}

/** Index: recovery_codes_pkey. $1 hash. */
const USE_CODE = 'select use_recovery_code($1) as is_used';

/** Uses up a recovery code of the proven account. Returns false if there is no such unused code. */
export async function consumeRecoveryCode(client: pg.PoolClient, code: string): Promise<boolean> {
  const { rows } = await client.query<{ is_used: boolean }>(USE_CODE, [hashOf(code)]);
  return rows[0]?.is_used === true;
}

function createCode(): string {
  const groups = Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)] ?? '').join(''),
  );
  return groups.join('-');
}

/** Spaces, dashes and capitals do not matter. */
function hashOf(code: string): Buffer {
  const plain = code.toLowerCase().replaceAll(/[\s-]/g, '');
  return createHash('sha256').update(plain).digest();
}
