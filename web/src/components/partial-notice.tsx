import type { PartialReason, PartialReasonName } from '../../../mappings/contract/partial.ts';
import { textOf } from '../lib/messages.ts';
import { t } from './partial-texts.ts';

/** Shows why an answer lacks posts and what a reader can do about it, with a line for each reason. Empty for a complete answer. */
export function PartialNotice({ reasons }: { readonly reasons: readonly PartialReason[] }) {
  return reasons.map((reason) => (
    <p key={reason.reason} className="notice-line">
      {sentenceOf(reason)}
    </p>
  ));
}

type Hyphenated<S extends string> = S extends `${infer Start}_${infer Rest}` ? `${Start}-${Hyphenated<Rest>}` : S;

function sentenceOf({ reason, boards }: PartialReason): string {
  const key = `partial.${reason.replaceAll('_', '-') as Hyphenated<PartialReasonName>}` as const;
  if (textOf(key) === null) return reason;
  return t(key, { boards: boards.map((board) => `/${board}/`).join(' ') });
}
