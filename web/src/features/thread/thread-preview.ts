import { writtenText } from '../../../../mappings/comment/text-parts.ts';
import { withoutSpoilers } from '../../../../mappings/comment/without-spoilers.ts';
import type { Post } from '../../../../mappings/contract/post.ts';
import type { PagePreview } from '../../../../mappings/contract/rendering.ts';

/** More than any program shows. */
const MAX_CHARACTERS = 600;

/** The preview of a thread, from its opening post. Text behind a spoiler is not in the excerpt, and a hidden picture is not shown. */
export function threadPreview({ tokens, spoiler, file, time_deleted_file: deleted }: Post): Partial<PagePreview> {
  const picture = spoiler || deleted !== null ? null : (file?.thumb_url ?? null);
  return {
    type: 'article',
    description: writtenText(withoutSpoilers(tokens)).slice(0, MAX_CHARACTERS),
    // Only files in the archive: a preview must not make a program load from another host.
    image: picture?.startsWith('/') === true ? picture : null,
  };
}
