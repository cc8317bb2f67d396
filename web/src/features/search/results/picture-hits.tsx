import type { Hit } from '../../../../../mappings/contract/search.ts';
import { GalleryPiece } from '../../../components/post/gallery-piece.tsx';
import { postKey, useHiddenPosts } from '../../../lib/hidden-posts.ts';
import { filesOf } from '../../../lib/post-files.ts';
import { hitKey } from './hit-key.ts';

interface PictureHitsProps {
  readonly hits: readonly Hit[];
  readonly id: string;
}

/** The files of hits, as whole pictures in a grid. */
export function PictureHits({ hits, id }: PictureHitsProps) {
  const hidden = useHiddenPosts();
  const shown = hits.filter((hit) => !hidden.has(postKey(hit)));
  return (
    <ol id={id} tabIndex={-1} className="hits gallery-grid">
      {shown.flatMap((hit) =>
        filesOf(hit).map((one) => (
          <GalleryPiece key={`${hitKey(hit)}#${one.filePlace ?? 0}`} post={one} file={one.file} showsBoard />
        )),
      )}
    </ol>
  );
}
