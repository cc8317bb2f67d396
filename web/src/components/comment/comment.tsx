import { type KeyboardEvent, memo, type MouseEvent, type ReactNode, use, useState } from 'react';
import { textOf } from '../../../../mappings/comment/plain-text.ts';
import type { CommentToken, ExifRow, LeafToken, ParentToken, TextStyle } from '../../../../mappings/comment/tokens.ts';
import { boardAddress, lookUpAddress, searchAddress } from '../../lib/addresses.ts';
import { postKey } from '../../lib/hidden-posts.ts';
import { type RenderRecord, RenderRecordContext } from '../../lib/hydration/render-record.ts';
import { t } from '../../lib/messages.ts';
import { FOREIGN_LINK, safeLink } from '../../lib/safe-link.ts';
import { CodeBlock } from './code-block.tsx';
import { type CommentView, type Rendering, renderingOf, quoteTarget } from './comment-rendering.ts';
import { Formula } from './formula.tsx';
import { MarkedText } from './marked-text.tsx';

/** A comment rendered from its tokens. Text is never interpreted as markup. */
export const Comment = memo(function Comment(view: CommentView) {
  noteShown(use(RenderRecordContext), view);
  return (
    <div className="text post-body">
      <CommentTokens tokens={view.tokens} rendering={renderingOf(view)} />
    </div>
  );
});

/** Records for hydration which part of the comment the page shows. */
function noteShown(record: RenderRecord | null, { place: { board, num, subnum = 0 }, part }: CommentView): void {
  if (record === null || num === undefined) return;
  const key = postKey({ board, num, subnum });
  record.comments.set(key, record.comments.has(key) ? null : (part ?? 'whole'));
}

interface CommentTokensProps {
  readonly tokens: readonly CommentToken[];
  readonly rendering: Rendering;
}

function CommentTokens({ tokens, rendering }: CommentTokensProps) {
  // Tokens have no identity besides their position.
  return tokens.map((token, index) =>
    'children' in token ? (
      <Parent key={index} token={token} rendering={rendering} />
    ) : (
      <Leaf key={index} token={token} rendering={rendering} />
    ),
  );
}

function Parent({ token, rendering }: { readonly token: ParentToken; readonly rendering: Rendering }) {
  if (!isShown(token, rendering)) return null;
  const children = <CommentTokens tokens={token.children} rendering={rendering} />;
  switch (token.kind) {
    case 'greentext':
      return <span className="greentext">{children}</span>;
    case 'spoiler':
      return <Spoiler>{children}</Spoiler>;
    case 'style': {
      const Element = STYLE_ELEMENTS[token.style];
      return <Element className={`style-${token.style}`}>{children}</Element>;
    }
    case 'sjis':
      return (
        // A box that scrolls horizontally must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <span className="sjis" tabIndex={0} lang="ja">
          {children}
        </span>
      );
    case 'oekaki':
      return <span className="oekaki">{children}</span>;
    case 'notice':
      return <strong className="notice">{children}</strong>;
    case 'dice':
      return <b className="style-bold">{children}</b>;
  }
}

function Leaf({ token, rendering }: { readonly token: LeafToken; readonly rendering: Rendering }) {
  if (token.kind === 'exif') return isShown(token, rendering) && <ExifTable rows={token.rows} rendering={rendering} />;
  const shown = rendering.shown(token, textOf(token));
  if (shown === null) return null;
  const text = <MarkedText text={shown.text} ranges={shown.marks} />;
  switch (token.kind) {
    case 'text':
      return text;
    case 'break':
      return <br />;
    case 'code':
      return <CodeBlock whole={token.text} shown={shown} />;
    case 'math':
      return <Formula tex={token.tex} display={token.display} shown={shown} />;
    case 'quotelink': {
      const { href, board, num, relation } = quoteTarget(token, rendering.place, rendering.inThreadPage);
      const quote = `${board}/${num}`;
      const opened = rendering.quotes?.after(quote) ?? null;
      return (
        <>
          <a
            className={`backlink quotelink quotelink-${relation}`}
            href={href}
            data-quote={quote}
            aria-expanded={opened === null ? undefined : true}
          >
            {text}
          </a>
          {opened}
        </>
      );
    }
    case 'deadlink':
      if (token.num === null) return <span className="deadlink">{text}</span>;
      return (
        <a className="deadlink" href={lookUpAddress(token.board ?? rendering.place.board, token.num)}>
          {text}
        </a>
      );
    case 'boardlink':
      return (
        <a className="boardlink" href={boardLinkAddress(token.board, token.search)}>
          {text}
        </a>
      );
    case 'link': {
      const href = safeLink(token.href);
      if (href === null) return text;
      return (
        <a className="link" href={href} {...FOREIGN_LINK}>
          {text}
        </a>
      );
    }
    case 'fortune':
      // The colour is used for a border: as a text colour it might be unreadable.
      return (
        <strong className="fortune" style={{ borderColor: token.color ?? undefined }}>
          {text}
        </strong>
      );
  }
}

/** Whether any text of a token lies in the shown part. */
function isShown(token: CommentToken, rendering: Rendering): boolean {
  if ('children' in token)
    return token.children.length === 0 || token.children.some((child) => isShown(child, rendering));
  // The table is never shown in part. It is always shown if the query matches in it.
  if (token.kind === 'exif') return token.rows.some((row) => rendering.isIn(row) || rendering.marksOf(row).length > 0);
  return rendering.isIn(token);
}

function boardLinkAddress(board: string, search: string | null): string {
  return search === null ? boardAddress(board) : searchAddress(`board:${board} ${search}`);
}

const STYLE_ELEMENTS = {
  bold: 'b',
  italic: 'i',
  underline: 'u',
  strike: 's',
  small: 'small',
  big: 'span',
  sub: 'sub',
  sup: 'sup',
  heading: 'b',
  red: 'span',
  green: 'span',
  blue: 'span',
} as const satisfies Record<TextStyle, string>;

interface ExifTableProps {
  readonly rows: readonly ExifRow[];
  readonly rendering: Rendering;
}

/** A photograph's EXIF data, collapsed because it is long. If the query matches in it, a mark in the summary shows that. */
function ExifTable({ rows, rendering }: ExifTableProps) {
  const marked = rows.map((row) => ({ row, text: textOf(row), ranges: rendering.marksOf(row) }));
  const matching = marked.filter(({ ranges }) => ranges.length > 0);
  const found = matching.find(({ row }) => row.value !== null) ?? matching[0];
  return (
    <details className="exif">
      <summary>
        {found === undefined ? t('post.exif') : t('post.exif-match')}
        {found !== undefined && (
          <span className="exif-found">
            {' '}
            <MarkedText text={found.text} ranges={found.ranges} />
          </span>
        )}
      </summary>
      <ul>
        {marked.map(({ row, text, ranges }, index) => (
          // Names may repeat; a row has no identity besides its position.
          <li key={index} className={row.value === null ? 'exif-heading' : 'exif-row'}>
            <MarkedText text={text} ranges={ranges} />
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Text that is revealed while hovered or focused, and permanently by a click or Enter. */
function Spoiler({ children }: { readonly children: ReactNode }) {
  const [shown, setShown] = useState(false);
  // A spoiler may contain links, so it cannot be a button.
  const onClick = (event: MouseEvent<HTMLElement, PointerEvent>) => {
    const onLink = event.target instanceof Element && event.target.closest('a') !== null;
    // Touch has no hover: the first touch reveals the links without following them.
    if (!shown && onLink && event.nativeEvent.pointerType === 'touch') event.preventDefault();
    setShown(!shown || onLink);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.target === event.currentTarget) setShown(!shown);
  };
  return (
    // A button must not contain links, so the span itself handles focus, Enter and clicks.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/no-noninteractive-tabindex
    <span className={shown ? 'spoiler is-shown' : 'spoiler'} tabIndex={0} onClick={onClick} onKeyDown={onKeyDown}>
      {children}
    </span>
  );
}
