import type pg from 'pg';
import { checkPasskey, passkeysOfProven, type HeldProof } from '../passkeys/own-passkeys.ts';
import type { RelyingParty } from '../passkeys/relying-party.ts';
import type { ProvenAccount } from './credentials.ts';
import { consumeRecoveryCode } from './recovery-codes.ts';
import { isTotpCode, stepOfCode } from './totp.ts';

/** not_needed: the account has no second factor. passkey_missing: it has passkeys. */
export type SecondFactor =
  | 'not_needed'
  | 'passed'
  | 'code_missing'
  | 'passkey_missing'
  | 'code_wrong'
  | 'passkey_wrong';

export interface GivenFactor {
  /** A code of the authenticator app or a recovery code; null if none was given. */
  readonly code: string | null;
  readonly passkey: HeldProof | null;
}

/** Index: accounts_pkey. $1 step. */
const ACCEPT_STEP = 'select accept_totp_step($1)';

/** Checks a passkey, a code of the authenticator app or a recovery code, and uses it up. `party`: null if passkeys cannot be used here. */
export async function checkSecondFactor(
  client: pg.PoolClient,
  { totpSecret, totpStep }: ProvenAccount,
  { code, passkey }: GivenFactor,
  { now, party }: { readonly now: Date; readonly party: RelyingParty | null },
): Promise<SecondFactor> {
  const passkeys = await passkeysOfProven(client);
  const hasTotp = totpSecret !== null && totpStep !== null;
  if (!hasTotp && passkeys.length === 0) return 'not_needed';
  if (passkey !== null && party !== null) {
    return (await checkPasskey(client, party, passkeys, passkey)) ? 'passed' : 'passkey_wrong';
  }
  const typed = code?.replaceAll(/\s/g, '') ?? '';
  if (typed === '') return passkeys.length > 0 && party !== null ? 'passkey_missing' : 'code_missing';
  if (!isTotpCode(typed)) return (await consumeRecoveryCode(client, typed)) ? 'passed' : 'code_wrong';
  if (!hasTotp) return 'code_wrong';
  const step = stepOfCode(totpSecret, typed, now);
  if (step === null || step <= totpStep) return 'code_wrong';
  await client.query(ACCEPT_STEP, [step]);
  return 'passed';
}
