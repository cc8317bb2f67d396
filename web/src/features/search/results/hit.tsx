import { memo, useState } from 'react';
import type { TextRange } from '../../../../../mappings/comment/plain-text.ts';
import type { Hit as HitData } from '../../../../../mappings/contract/search.ts';
import { Comment } from '../../../components/comment/comment.tsx';
import { MarkedText } from '../../../components/comment/marked-text.tsx';
import { excerptOf, lineExcerptOf, textBeforeTable } from '../../../components/post/excerpt.ts';
import { postAttributes, postId, replyClass } from '../../../components/post/foolfuuka.ts';
import { PostFiles } from '../../../components/post/post-files.tsx';
import { PostHead, postNumber } from '../../../components/post/post-head.tsx';
import { PostTools } from '../../../components/post/post-tools.tsx';
import { articleAttributes, postClass } from '../../../components/post/post-attributes.ts';
import { TruncatedNotice } from '../../../components/post/truncated-notice.tsx';
import { boardAddress, postAddress, stringifySearch, threadAddress } from '../../../lib/addresses.ts';
import { listed, t } from '../../../lib/messages.ts';

const THUMBNAIL = 125;

interface HitProps {
  readonly hit: HitData;
  /** The reader hid the post: only its head is shown, in the same place. */
  readonly isHidden?: boolean;
  /** True for the first hit with its number; other boards may have posts with the same number. */
  readonly isFirst?: boolean;
  /** The text is one line. */
  readonly isCompact?: boolean;
  /** The query, which the opened thread is searched for too. */
  readonly carried?: string | undefined;
}

/** A hit: its thread, then the post as in the thread, cut to an excerpt. */
export const Hit = memo(function Hit({ hit, isHidden = false, isCompact = false, isFirst = true, carried }: HitProps) {
  const { highlights } = hit;
  return (
    <>
      <div className={`post stub stub_doc_id_${hit.doc_id ?? 0}`} hidden>
        <button
          type="button"
          className="btn-toggle-post"
          {...postAttributes(hit)}
          data-thread-num={hit.thread}
          aria-label={t('post.show')}
        />
      </div>
      <article
        className={`${replyClass(hit)} hit ${postClass(hit, false)}`}
        {...articleAttributes(hit)}
        id={isFirst ? postId(hit) : undefined}
        aria-label={t('post.on-board', { number: postNumber(hit), board: hit.board })}
      >
        <div className="post_wrapper">
          <HitContext hit={hit} isCompact={isCompact} carried={carried} />
          <PostHead
            post={hit}
            carried={carried}
            subjectMarks={highlights.subject}
            subjectHref={postAddress(hit, carried)}
          >
            <PostTools post={hit} isHidden={isHidden} />
          </PostHead>
          {!isHidden && <PostFiles post={hit} marks={highlights} limit={THUMBNAIL} />}
          {!isHidden && <HitComment hit={hit} isCompact={isCompact} />}
        </div>
      </article>
    </>
  );
});

interface HitContextProps extends Pick<HitProps, 'hit' | 'carried'> {
  readonly isCompact: boolean;
}

/**
 * The thread's title leads to the post in the thread, as the reader looked for the post. An opening post with a subject has the title in
 * its head; a compact hit has it only here.
 */
function HitContext({ hit, isCompact, carried }: HitContextProps) {
  const threadHref = `${threadAddress(hit.board, hit.thread)}${stringifySearch({ q: carried })}`;
  const subject = hit.opener ? hit.subject : null;
  return (
    <p className="hit-context">
      <a className="hit-board" href={boardAddress(hit.board)}>
        /{hit.board}/
      </a>
      {(subject === null || isCompact) && (
        <a className="hit-thread" href={hit.opener ? threadHref : postAddress(hit, carried)}>
          {subject === null ? (
            (hit.thread_title ?? t('thread.number', { num: String(hit.thread) }))
          ) : (
            <MarkedText text={subject} ranges={hit.highlights.subject} />
          )}
        </a>
      )}
      {hit.opener && hit.replies !== null && (
        <span className="hit-counts">
          {listed([
            t('thread.replies', { count: hit.replies }),
            ...(hit.images !== null && hit.images > 0 ? [t('thread.files', { count: hit.images })] : []),
          ])}
        </span>
      )}
      {hit.group !== null && hit.group.hits > 1 && (
        <span className="hit-counts">{t('search.in-thread', { count: hit.group.hits })}</span>
      )}
    </p>
  );
}

function HitComment({ hit, isCompact }: { readonly hit: HitData; readonly isCompact: boolean }) {
  const [whole, setWhole] = useState(false);
  const marks = hit.highlights.comment;
  const text = textBeforeTable(hit);
  const { part, cutBefore, cutAfter } = (isCompact ? lineExcerptOf : excerptOf)(text, firstStart(marks, text.length));
  // Programs need the element.
  if (hit.tokens.length === 0) return <div className="text" hidden />;
  const cut = cutBefore || cutAfter;
  return (
    <>
      {cutBefore && !whole && (
        <span className="hit-cut" aria-hidden="true">
          …
        </span>
      )}
      <Comment
        tokens={isCompact ? inOneLine(hit.tokens) : hit.tokens}
        place={hit}
        marks={marks}
        part={cut && !whole ? part : undefined}
      />
      {cutAfter && !whole && (
        <span className="hit-cut hit-cut-after" aria-hidden="true">
          …
        </span>
      )}
      {(whole || !cut) && <TruncatedNotice post={hit} />}
      {cut && (
        <button type="button" className="quiet-button hit-more" aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {t(whole ? 'post.show-less' : 'post.show-whole')}
        </button>
      )}
    </>
  );
}

/** Joins lines, so that a quote does not fill the only line. Offsets stay the same. */
function inOneLine(tokens: HitData['tokens']): HitData['tokens'] {
  return tokens.map((token) => (token.kind === 'break' ? { kind: 'text', text: ' ' } : token));
}

/** Where the first match before `end` starts. */
function firstStart(ranges: readonly TextRange[] | undefined, end: number): number | undefined {
  const starts = (ranges ?? []).flatMap(([start]) => (start < end ? [start] : []));
  return starts.length === 0 ? undefined : Math.min(...starts);
}
