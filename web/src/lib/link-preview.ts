import { use } from 'react';
import { commentPlainText } from '../../../mappings/comment/plain-text.ts';
import type { CommentToken } from '../../../mappings/comment/tokens.ts';
import type { Post } from '../../../mappings/contract/post.ts';
import type { PagePreview } from '../../../mappings/contract/rendering.ts';
import { RenderRecordContext } from './hydration/render-record.ts';

/** Tells the server what programs show of a page that somebody links. In a browser nothing happens: programs load each page anew. */
export function useLinkPreview(preview: () => Pick<PagePreview, 'path'> & Partial<PagePreview>): void {
  const record = use(RenderRecordContext);
  if (import.meta.env.SSR) record?.onPreview({ ...preview() });
}

/** More than any program shows. */
const MAX_CHARACTERS = 600;

/** Of a thread, by its opening post. What that hides behind a spoiler is in neither excerpt nor picture. */
export function threadPreview({ tokens, spoiler, file, time_deleted_file: deleted }: Post): Partial<PagePreview> {
  const picture = spoiler || deleted !== null ? null : (file?.thumb_url ?? null);
  return {
    type: 'article',
    description: commentPlainText(withoutSpoilers(tokens)).slice(0, MAX_CHARACTERS),
    // Only what the archive itself has: a preview must not lead its program to another host.
    image: picture?.startsWith('/') === true ? picture : null,
  };
}

function withoutSpoilers(tokens: readonly CommentToken[]): CommentToken[] {
  return tokens.map((token): CommentToken => {
    if (token.kind === 'spoiler') return { kind: 'text', text: '[spoiler]' };
    return 'children' in token ? { ...token, children: withoutSpoilers(token.children) } : token;
  });
}
