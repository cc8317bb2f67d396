import type { TextOwner } from '../../../../mappings/comment/plain-text.ts';
import { textOf } from '../../../../mappings/comment/plain-text.ts';
import type { CommentToken, LeafToken, ParentToken, TextStyle } from '../../../../mappings/comment/tokens.ts';
import { boardAddress, lookUpAddress, searchAddress } from '../../lib/addresses.ts';
import { FOREIGN_LINK, safeLink } from '../../lib/safe-link.ts';
import { CodeBlock } from './code-block.tsx';
import type { Drawing } from './comment-drawing.ts';
import { ExifTable } from './exif-table.tsx';
import { Formula } from './formula.tsx';
import { MarkedText } from './marked-text.tsx';
import { quoteTarget } from './quote-target.ts';
import { Spoiler } from './spoiler.tsx';

interface CommentTokensProps {
  readonly tokens: readonly CommentToken[];
  readonly drawing: Drawing;
}

export function CommentTokens({ tokens, drawing }: CommentTokensProps) {
  // Tokens have no identity but their place.
  return tokens.map((token, index) =>
    'children' in token ? (
      <Parent key={index} token={token} drawing={drawing} />
    ) : (
      <Leaf key={index} token={token} drawing={drawing} />
    ),
  );
}

function Parent({ token, drawing }: { readonly token: ParentToken; readonly drawing: Drawing }) {
  if (!isShown(token, drawing)) return null;
  const children = <CommentTokens tokens={token.children} drawing={drawing} />;
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
        // A box that scrolls sideways must be within reach of the keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <span className="sjis" tabIndex={0} lang="ja">
          {children}
        </span>
      );
    case 'oekaki':
      return <span className="oekaki">{children}</span>;
    case 'notice':
      return <strong className="notice">{children}</strong>;
  }
}

function Leaf({ token, drawing }: { readonly token: LeafToken; readonly drawing: Drawing }) {
  if (token.kind === 'exif') return isShown(token, drawing) && <ExifTable rows={token.rows} drawing={drawing} />;
  const shown = drawing.shown(token, textOf(token));
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
      const { href, board, num, relation } = quoteTarget(token, drawing.place, drawing.inThreadPage);
      return (
        <a className={`quotelink quotelink-${relation}`} href={href} data-quote={`${board}/${num}`}>
          {text}
        </a>
      );
    }
    case 'deadlink':
      if (token.num === null) return <span className="deadlink">{text}</span>;
      return (
        <a className="deadlink" href={lookUpAddress(token.board ?? drawing.place.board, token.num)}>
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
      // The colour is for a stripe: as text it could be anything on anything.
      return (
        <strong className="fortune" style={{ borderColor: token.color ?? undefined }}>
          {text}
        </strong>
      );
  }
}

/** Whether anything of a token lies in the part that is shown. */
function isShown(token: CommentToken, drawing: Drawing): boolean {
  if ('children' in token)
    return token.children.length === 0 || token.children.some((child) => isShown(child, drawing));
  const owners: readonly TextOwner[] = token.kind === 'exif' ? token.rows : [token];
  return owners.some((owner) => drawing.shown(owner, textOf(owner)) !== null);
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
