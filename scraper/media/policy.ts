/** Decides which files of a board's posts are fetched. Pure. */
import { readBoardSettings, type BoardSettings, type Matcher } from '../../mappings/board-settings.ts';
import type { MediaKind } from '../../mappings/source-kind.ts';

export type MediaPolicy = BoardSettings['media'];

const EVERYTHING: MediaPolicy = {
  files: { op: true, reply: true },
  thumbs: { op: true, reply: true },
  concurrency: null,
};

/**
 * The media part of a board's settings, from its own and those of all boards. Invalid settings fetch everything, since a skipped file
 * may be lost for ever.
 */
export function readMediaPolicy(own: unknown, defaults: unknown): MediaPolicy {
  try {
    return readBoardSettings({ media: own ?? {} }, { media: defaults ?? {} }).media;
  } catch {
    return EVERYTHING;
  }
}

export interface PolicyPost {
  readonly opener: boolean;
  readonly subject: string | null;
  readonly comment: string | null;
}

/** A replay follows the setting for files. */
export async function isWanted(
  policy: MediaPolicy,
  kind: MediaKind,
  post: PolicyPost,
  matches: Matcher,
): Promise<boolean> {
  const { op, reply } = kind === 'thumb' ? policy.thumbs : policy.files;
  const choice = post.opener ? op : reply;
  return typeof choice === 'boolean' ? choice : matches(choice, `${post.subject ?? ''}\n${post.comment ?? ''}`);
}
