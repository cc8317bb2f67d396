import { useEffect, useEffectEvent, useRef } from 'react';
import type { File, Post } from '../../../../mappings/contract/post.ts';
import { WholeImage } from '../../components/post/expanded-file.tsx';
import { SpoilerCover } from '../../components/post/picture.tsx';
import { Player } from '../../components/post/player.tsx';
import { postKey } from '../../lib/hidden-posts.ts';
import { fullName, shownFile } from '../../lib/media-kind.ts';
import { t } from '../../lib/messages.ts';
import { useUncovered } from '../../lib/opened-files.ts';
import { type Gestures, watchGestures } from './gestures.ts';

const COVER = { width: 200, height: 200 };

interface ViewedFileProps {
  readonly post: Post;
  readonly file: File;
  /** Passes functions that the viewer's buttons and keys call. */
  readonly onGestures: (gestures: Gestures | null) => void;
  readonly onSwipe: (step: -1 | 1) => boolean;
}

/** The file itself, which gestures zoom and move. */
export function ViewedFile({ post, file, onGestures, onSwipe }: ViewedFileProps) {
  const key = postKey(post);
  const isUncovered = useUncovered(key) || !file.spoiler;
  const shown = shownFile(file);
  const place = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const swipe = useEffectEvent(onSwipe);
  const give = useEffectEvent(onGestures);
  useEffect(() => {
    if (place.current === null || sheet.current === null) return undefined;
    const watched = watchGestures(place.current, sheet.current, (step) => swipe(step));
    give(watched);
    return () => {
      watched.stop();
      give(null);
    };
  }, []);
  return (
    <div className="viewer-file-place" ref={place}>
      <div className="viewer-sheet" ref={sheet}>
        {!isUncovered && <SpoilerCover size={COVER} spoiler={key} />}
        {isUncovered && shown?.kind === 'image' && (
          <WholeImage file={file} url={shown.url} alt={fullName(file) ?? t('file.picture')} />
        )}
        {isUncovered && shown !== null && shown.kind !== 'image' && <Player file={file} shown={shown} plays />}
      </div>
    </div>
  );
}
