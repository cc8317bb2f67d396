import { memo, useEffect, useRef } from 'react';
import { useUncovered } from '../../lib/opened-files.ts';
import { fullName } from '../../lib/media-kind.ts';
import { fileKey, type FilePost } from '../../lib/post-files.ts';
import { safeAddress } from '../../lib/safe-link.ts';
import { moveViewer } from '../../lib/viewer.ts';
import { t } from './texts.ts';

interface FilmstripProps {
  readonly posts: readonly FilePost[];
  readonly at: number;
}

/** Thumbnails of all files that the viewer walks through, with the current one in the middle. The strip is one stop of the Tab key. */
export function Filmstrip({ posts, at }: FilmstripProps) {
  const strip = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const list = strip.current;
    const frame = list?.children[at];
    if (list == null || !(frame instanceof HTMLElement)) return undefined;
    const scroll = () => {
      list.scrollLeft = frame.offsetLeft - (list.clientWidth - frame.offsetWidth) / 2;
    };
    scroll();
    if (list.contains(document.activeElement)) frame.querySelector('button')?.focus({ preventScroll: true });
    // The dialog around it opens after this effect.
    const opened = requestAnimationFrame(scroll);
    return () => cancelAnimationFrame(opened);
  }, [at]);
  return (
    <ol className="viewer-strip" ref={strip} aria-label={t('viewer.strip')}>
      {posts.map((post, place) => (
        <Frame key={fileKey(post)} post={post} place={place} isCurrent={place === at} />
      ))}
    </ol>
  );
}

interface FrameProps {
  readonly post: FilePost;
  readonly place: number;
  readonly isCurrent: boolean;
}

const Frame = memo(function Frame({ post, place, isCurrent }: FrameProps) {
  const { file } = post;
  const isUncovered = useUncovered(fileKey(post));
  const isCovered = file.spoiler && !isUncovered;
  const thumbnail = isCovered ? null : safeAddress(file.thumb_url);
  return (
    <li>
      <button
        type="button"
        tabIndex={isCurrent ? 0 : -1}
        aria-current={isCurrent ? 'true' : undefined}
        aria-label={t('viewer.frame', { place: place + 1, name: fullName(file) ?? t('file.file') })}
        onClick={() => moveViewer(place)}
      >
        {thumbnail === null ? (
          <span className="viewer-no-frame">{isCovered ? t('file.spoiler') : file.type}</span>
        ) : (
          <img src={thumbnail} alt="" loading="lazy" decoding="async" referrerPolicy="no-referrer" draggable={false} />
        )}
      </button>
    </li>
  );
});
