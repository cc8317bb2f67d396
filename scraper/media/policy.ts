/** Which files of a board's posts are fetched. Pure. */
import type { MediaKind } from '../../mappings/media-address.ts';

/** yes, no, or a regular expression over subject and comment, case aside. */
export type MediaChoice = boolean | string;

export interface MediaPolicy {
  readonly files: { readonly op: MediaChoice; readonly reply: MediaChoice };
  readonly thumbs: { readonly op: MediaChoice; readonly reply: MediaChoice };
}

/** What a board's settings say; what they leave out, or say in no way we know, is as for every board. */
export function readMediaPolicy(settings: unknown): MediaPolicy {
  const side = (name: 'files' | 'thumbs') => {
    const found = recordOf(recordOf(settings)[name]);
    return { op: choiceOf(found['op']), reply: choiceOf(found['reply']) };
  };
  return { files: side('files'), thumbs: side('thumbs') };
}

export interface PolicyPost {
  readonly opener: boolean;
  readonly subject: string | null;
  readonly comment: string | null;
}

/** A replay is a file as well. */
export function isWanted(policy: MediaPolicy, kind: MediaKind, post: PolicyPost): boolean {
  const { op, reply } = kind === 'thumb' ? policy.thumbs : policy.files;
  const choice = post.opener ? op : reply;
  if (typeof choice === 'boolean') return choice;
  return new RegExp(choice, 'iu').test(`${post.subject ?? ''}\n${post.comment ?? ''}`);
}

function choiceOf(value: unknown): MediaChoice {
  if (typeof value === 'boolean') return value;
  return typeof value === 'string' && isRegularExpression(value) ? value : true;
}

function isRegularExpression(text: string): boolean {
  try {
    return new RegExp(text, 'iu').source !== '';
  } catch {
    return false;
  }
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
