import { useEffect } from 'react';
import { hidePreview, hidePreviewSoon, type Hovered, keepPreview } from '../../lib/hover-preview.ts';
import { shownFile } from '../../lib/media-kind.ts';
import { previewBox } from './preview-box.ts';

/** Previews the whole picture beside the thumbnail under the mouse; a video plays without sound. Escape closes it. */
export function HoverPreview({ hovered: { file, thumbnail } }: { readonly hovered: Hovered }) {
  useEffect(() => {
    const hide = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || event.key === 'Escape') hidePreview();
    };
    document.addEventListener('keydown', hide);
    document.addEventListener('scroll', hide, { passive: true });
    return () => {
      document.removeEventListener('keydown', hide);
      document.removeEventListener('scroll', hide);
    };
  }, []);
  const shown = shownFile(file);
  const whole = { width: file.width ?? 0, height: file.height ?? 0 };
  const page = { width: document.documentElement.clientWidth, height: window.innerHeight };
  const box = whole.width > 0 && whole.height > 0 ? previewBox(thumbnail, whole, page) : null;
  if (shown === null || box === null) return null;
  return (
    // Hidden from screen readers, since the thumbnail's link has the name.
    <div
      className="hover-preview"
      style={box}
      aria-hidden="true"
      onPointerEnter={keepPreview}
      onPointerLeave={hidePreviewSoon}
    >
      {shown.kind === 'image' ? (
        <img src={shown.url} alt="" referrerPolicy="no-referrer" onError={hidePreview} />
      ) : (
        <video src={shown.url} autoPlay loop muted playsInline onError={hidePreview} />
      )}
    </div>
  );
}
