import { type MouseEvent, useEffect, useRef } from 'react';
import type { File } from '../../../../mappings/contract/post.ts';
import { hidePreview, previewEvents } from '../../lib/hover-preview.ts';
import { fullName, shownFile } from '../../lib/media-kind.ts';
import { t } from '../../lib/messages.ts';
import { toggleFile, useExpanded, useUncovered } from '../../lib/opened-files.ts';
import { fileKey, type FilePost } from '../../lib/post-files.ts';
import { later, useLater } from '../../lib/rendering.ts';
import { isViewable, openViewer } from '../../lib/viewer.ts';
import { fileAddress } from './foolfuuka.ts';
import { Picture } from './picture.tsx';

export const expandedFile = later(() => import('./expanded-file.tsx'));

interface PostPictureProps {
  readonly post: FilePost;
  readonly file: File;
  /** Longest side of the thumbnail, in pixels. */
  readonly limit: number;
  /** `over`: in the viewer, because the layout has too little space for a whole file. */
  readonly opens?: 'here' | 'over';
}

/**
 * The thumbnail of a post. A click expands the file in place, and another click closes it. Files that pages cannot show are linked; a
 * click that requests another tab always follows the link.
 */
export function PostPicture({ post, file, limit, opens = 'here' }: PostPictureProps) {
  const key = fileKey(post);
  const expanded = useExpanded(key);
  const isUncovered = useUncovered(key) || !file.spoiler;
  const isOpen = expanded !== null && isUncovered && opens === 'here';
  const part = useLater(expandedFile, isOpen);
  const isExpanded = isOpen && part !== null;
  const place = useRef<HTMLDivElement>(null);
  const afterToggle = useAfterToggle(place, isExpanded);
  const picture = {
    file,
    limit,
    spoiler: key,
    deleted: post.time_deleted_file !== null,
    // The number in the name of an additional file is that of the first.
    address: post.filePlace === undefined ? fileAddress(post.board, file) : null,
    isOpener: post.opener,
  };
  const shown = shownFile(file);
  if (shown === null || !isViewable(post)) {
    // A file that pages cannot show is saved under its own name.
    return (
      <div className="thread_image_box file-place" data-file={key}>
        <Picture {...picture} link={shown === null ? { download: fullName(file) ?? '' } : {}} />
      </div>
    );
  }
  const open = (event: MouseEvent<HTMLElement>) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    hidePreview();
    if (opens === 'over') openViewer(post);
    else {
      afterToggle();
      toggleFile(key);
    }
  };
  const state = opens === 'over' ? { 'aria-haspopup': 'dialog' as const } : { 'aria-expanded': isExpanded };
  return (
    <div className="thread_image_box file-place" data-file={key} ref={place}>
      {isExpanded ? (
        <part.ExpandedFile post={post} file={file} shown={shown} plays={expanded === 'alone'} onClose={open} />
      ) : (
        <Picture
          {...picture}
          name={t('file.show', { name: fullName(file) ?? t('file.picture') })}
          link={{ ...state, ...previewEvents(file), ['data-expand' as string]: '', onClick: open }}
        />
      )}
    </div>
  );
}

/** Keeps the focus on the file, and keeps the post in view when a tall file that starts above the window closes. */
function useAfterToggle(place: React.RefObject<HTMLDivElement | null>, isExpanded: boolean): () => void {
  const isToggled = useRef(false);
  useEffect(() => {
    if (!isToggled.current) return;
    isToggled.current = false;
    place.current?.querySelector<HTMLElement>('a[href], video, audio')?.focus({ preventScroll: true });
    const post = place.current?.closest('article');
    if (!isExpanded && post != null && post.getBoundingClientRect().top < 0) post.scrollIntoView({ block: 'start' });
  }, [isExpanded, place]);
  return () => {
    isToggled.current = true;
  };
}
