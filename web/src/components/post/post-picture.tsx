import { type MouseEvent, useEffect, useRef } from 'react';
import type { File, Post } from '../../../../mappings/contract/post.ts';
import { postKey } from '../../lib/hidden-posts.ts';
import { hidePreview, previewEvents } from '../../lib/hover-preview.ts';
import { fullName, shownFile } from '../../lib/media-kind.ts';
import { toggleFile, useExpanded, useUncovered } from '../../lib/opened-files.ts';
import { isViewable, openViewer } from '../../lib/viewer.ts';
import { ExpandedFile } from './expanded-file.tsx';
import { fileAddress } from './foolfuuka.ts';
import { Picture } from './picture.tsx';

interface PostPictureProps {
  readonly post: Post;
  readonly file: File;
  /** Longest side of the thumbnail, in pixels. */
  readonly limit: number;
  /** `over`: in the viewer, where the layout has no room for a whole file. */
  readonly opens?: 'here' | 'over';
}

/**
 * A post's thumbnail. A click expands the file in place, another one closes it. What pages cannot show is linked, and so is
 * everything for a click that asks for another tab.
 */
export function PostPicture({ post, file, limit, opens = 'here' }: PostPictureProps) {
  const key = postKey(post);
  const expanded = useExpanded(key);
  const isUncovered = useUncovered(key) || !file.spoiler;
  const place = useRef<HTMLDivElement>(null);
  const afterToggle = useAfterToggle(place, expanded !== null);
  const picture = {
    file,
    limit,
    spoiler: key,
    deleted: post.time_deleted_file !== null,
    address: fileAddress(post.board, file),
    isOpener: post.opener,
  };
  const shown = shownFile(file);
  if (shown === null || !isViewable(post)) {
    // What pages cannot show is saved, under its own name.
    return (
      <div className="thread_image_box file-place">
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
  const isExpanded = expanded !== null && isUncovered && opens === 'here';
  const state = opens === 'over' ? { 'aria-haspopup': 'dialog' as const } : { 'aria-expanded': isExpanded };
  return (
    <div className="thread_image_box file-place" ref={place}>
      {isExpanded ? (
        <ExpandedFile post={post} file={file} shown={shown} plays={expanded === 'alone'} onClose={open} />
      ) : (
        <Picture
          {...picture}
          link={{ ...state, ...previewEvents(file), ['data-expand' as string]: '', onClick: open }}
        />
      )}
    </div>
  );
}

/** Keeps the focus on the file, and the post in view when a tall file above the window closes. */
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
