/** Proposes the charset of a mailing list: what a detector finds in the kept messages that neither name nor show theirs. */
import { detectAll } from 'jschardet';
import { MAIL_CHARSETS } from '../../mappings/mail-charsets.ts';
import { charsetOf } from '../sources/charset-labels.ts';
import { decodeStrictly, decodeText } from '../sources/pipermail/charset.ts';
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
  return shortened(decodeStrictly(line, charset) ?? '');
}

function shortened(text: string): string {
  return text.trim().slice(0, MAX_SAMPLE).toWellFormed();
}

export interface CharsetChange {
  readonly charset: string;
  /** One line each of a few messages. */
  readonly samples: readonly { readonly num: number; readonly before: string; readonly after: string }[];
}

/** The part of all evidence that a charset needs. */
const CLEAR_SHARE = 0.5;
const MAX_SAMPLES = 3;

/** The charset that clearly fits messages better than the present one; null if there is none, or it changes nothing. Pure. */
export function proposeChange(
  messages: readonly (Pick<MailMessage, 'undeclared'> & { readonly num: number })[],
  present: string,
): CharsetChange | null {
  const [best] = proposeCharsets(messages);
  if (best === undefined || best.charset === present || best.share < CLEAR_SHARE) return null;
  const { charset } = best;
  const changes = messages.flatMap(({ num, undeclared }) => {
    const lines = undeclared.split('\n').flatMap((line) => {
      const decoded = IS_TELLING.test(line) ? decodeStrictly(line, charset) : null;
      if (decoded === null) return [];
      const before = shortened(decodeText(line, { declared: null, fallback: present }).text);
      const after = shortened(decoded);
      return after === before ? [] : [{ num, before, after }];
    });
    return lines.toSorted(byLength).slice(0, 1);
  });
  const samples = changes.toSorted(byLength).slice(0, MAX_SAMPLES);
  return samples.length === 0 ? null : { charset, samples };
}

const byLength = (a: { readonly after: string }, b: { readonly after: string }) => b.after.length - a.after.length;
