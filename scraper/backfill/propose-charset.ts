/** Proposes the charset of a mailing list: what a detector finds in the kept messages that neither name nor show theirs. */
import { detectAll } from 'jschardet';
import { MAIL_CHARSETS } from '../../mappings/mail-charsets.ts';
import { charsetOf } from '../sources/charset-labels.ts';
import { decodeStrictly } from '../sources/pipermail/charset.ts';
import type { MailMessage } from '../sources/source.ts';

export interface CharsetProposal {
  readonly charset: string;
  /** The part of all evidence that speaks for it. */
  readonly share: number;
  /** Messages for which it is the likeliest. */
  readonly messages: number;
  /** A line of one of them, decoded. */
  readonly sample: string;
}

const MAX_SAMPLE = 160;
/** Lines without other than ASCII bytes look the same in every charset. */
const IS_TELLING = /[\u0080-\u00ff]/;

/** The likeliest first. A longer text counts more. Pure. */
export function proposeCharsets(messages: readonly Pick<MailMessage, 'undeclared'>[]): readonly CharsetProposal[] {
  const found = new Map<string, { weight: number; messages: number; sample: string }>();
  let total = 0;
  for (const { undeclared } of messages) {
    if (undeclared === '') continue;
    for (const [rank, { charset, confidence }] of candidatesOf(undeclared).entries()) {
      const known = found.get(charset) ?? { weight: 0, messages: 0, sample: sampleOf(undeclared, charset) };
      const weight = confidence * undeclared.length;
      total += weight;
      found.set(charset, { ...known, weight: known.weight + weight, messages: known.messages + (rank === 0 ? 1 : 0) });
    }
  }
  return [...found]
    .map(([charset, { weight, ...rest }]) => ({ charset, share: weight / total, ...rest }))
    .sort((a, b) => b.share - a.share);
}

/** Charsets that are settings and decode the bytes; the detector's other names for them are joined. */
function candidatesOf(bytes: string): { readonly charset: string; readonly confidence: number }[] {
  const best = new Map<string, number>();
  for (const { encoding, confidence } of detectAll(Buffer.from(bytes, 'latin1'))) {
    const charset = charsetOf(encoding);
    if (charset === null || !MAIL_CHARSETS.some((name) => name === charset)) continue;
    if (decodeStrictly(bytes, charset) !== null) best.set(charset, Math.max(confidence, best.get(charset) ?? 0));
  }
  return [...best]
    .map(([charset, confidence]) => ({ charset, confidence }))
    .sort((a, b) => b.confidence - a.confidence);
}

function sampleOf(bytes: string, charset: string): string {
  const line = bytes.split('\n').find((one) => IS_TELLING.test(one)) ?? '';
  return (decodeStrictly(line, charset) ?? '').trim().slice(0, MAX_SAMPLE).toWellFormed();
}
