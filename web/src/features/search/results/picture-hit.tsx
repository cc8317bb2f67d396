import type { Hit } from '../../../../../mappings/contract/search.ts';
import { postAddress } from '../../../lib/addresses.ts';
import { Picture } from '../../../components/post/post-file.tsx';
import { postNumber } from '../../../components/post/post-head.tsx';
import { t } from '../../../lib/messages.ts';

const THUMBNAIL = 200;

/** A hit as its picture: what it shows, and the way to the post. */
export function PictureHit({ hit }: { readonly hit: Hit }) {
  if (hit.file === null) return null;
  return (
    <article className="picture-hit" aria-label={t('post.on-board', { number: postNumber(hit), board: hit.board })}>
      <Picture file={hit.file} deleted={hit.time_deleted_file !== null} limit={THUMBNAIL} />
      <a href={postAddress(hit)}>
        /{hit.board}/{hit.num}
      </a>
    </article>
  );
}
