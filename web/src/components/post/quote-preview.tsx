import { t } from './menu-texts.ts';
import { QuotedPost } from './quoted-post.tsx';

export interface Quote {
  readonly board: string;
  readonly num: number;
  readonly href: string;
}

interface QuotePreviewProps {
  readonly quote: Quote;
  /** Place of the link that the reader points at; undefined for a tapped quote, which stays open and links to the post. */
  readonly link: DOMRect | undefined;
  readonly onClose: () => void;
}

export function QuotePreview({ quote, link, onClose }: QuotePreviewProps) {
  const isTapped = link === undefined;
  return (
    <div
      className={isTapped ? 'quote-preview quote-preview-tapped' : 'quote-preview'}
      role={isTapped ? 'dialog' : 'tooltip'}
      aria-label={isTapped ? t('thread.number-of-post', { num: String(quote.num) }) : undefined}
      style={isTapped ? undefined : previewPlace(link, window.innerWidth, window.innerHeight)}
    >
      {isTapped && (
        <p className="quote-preview-actions">
          <a className="button" href={quote.href}>
            {t('menu.in-thread')}
          </a>
          <button type="button" className="button" onClick={onClose}>
            {t('common.close')}
          </button>
        </p>
      )}
      <QuotedPost board={quote.board} num={quote.num} />
    </div>
  );
}

const MARGIN = 8;
const MAX_WIDTH = 620;

interface Place {
  readonly left: number;
  readonly width: number;
  readonly maxHeight: number;
  readonly top?: number;
  readonly bottom?: number;
}

/** The position of a preview in the window, in pixels: below or above its link, whichever has more room. */
export function previewPlace(
  link: { readonly left: number; readonly top: number; readonly bottom: number },
  windowWidth: number,
  windowHeight: number,
): Place {
  const width = Math.min(MAX_WIDTH, windowWidth - 2 * MARGIN);
  const left = Math.max(MARGIN, Math.min(link.left, windowWidth - width - MARGIN));
  const below = windowHeight - link.bottom - 2 * MARGIN;
  const above = link.top - 2 * MARGIN;
  return below >= above
    ? { left, width, top: link.bottom + 4, maxHeight: below }
    : { left, width, bottom: windowHeight - link.top + 4, maxHeight: above };
}
