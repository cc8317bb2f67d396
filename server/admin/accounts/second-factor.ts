import type pg from 'pg';
import type { ProvenAccount } from './credentials.ts';
import { consumeRecoveryCode } from './recovery-codes.ts';
import { isTotpCode, stepOfCode } from './totp.ts';

/** not_needed: the account has no second factor. */
export type SecondFactor = 'not_needed' | 'passed' | 'missing' | 'wrong';

/** Index: accounts_pkey. $1 step. */
const ACCEPT_STEP = 'select accept_totp_step($1)';

/** Checks a code of the authenticator app or a recovery code, and uses it up. */
export async function checkSecondFactor(
  client: pg.PoolClient,
  { totpSecret, totpStep }: ProvenAccount,
  code: string | null,
  now: Date,
): Promise<SecondFactor> {
  if (totpSecret === null || totpStep === null) return 'not_needed';
  const typed = code?.replaceAll(/\s/g, '') ?? '';
  if (typed === '') return 'missing';
  if (!isTotpCode(typed)) return (await consumeRecoveryCode(client, typed)) ? 'passed' : 'wrong';
  const step = stepOfCode(totpSecret, typed, now);
  if (step === null || step <= totpStep) return 'wrong';
  await client.query(ACCEPT_STEP, [step]);
  return 'passed';
}
