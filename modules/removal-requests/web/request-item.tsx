import { useState } from 'react';
import { PreviewPost } from '../../../web/src/components/post/post.tsx';
import { Time } from '../../../web/src/components/time.tsx';
import { lookUpAddress } from '../../../web/src/lib/addresses.ts';
import type { RemovalRequest, RemovalTemplate } from '../contract/removal-requests.ts';
import { arePurged, isOfPosts, addressOf } from '../requests.ts';
import { Decision, type FailedDecision } from './decision.tsx';
import { t, tRich } from './staff-texts.ts';

interface RequestItemProps {
  readonly request: RemovalRequest;
  readonly templates: readonly RemovalTemplate[];
  readonly onFailed: (failed: FailedDecision | null) => void;
}

type Requested = RemovalRequest['posts'][number];

/** A removal request with the posts that it names, what was written about it, and the decision. */
export function RequestItem({ request, templates, onFailed }: RequestItemProps) {
  const { id, about, reason, sought, words, notes, posts, reply_address: address, closed_at: closedAt } = request;
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const name = t('removal-queue.request', { id: String(id) });
  const isOpen = closedAt === null;
  const toggle = (post: Requested) => {
    const next = new Set(left);
    if (!next.delete(addressOf(post))) next.add(addressOf(post));
    setLeft(next);
  };
  return (
    <section className="reported removal-request" aria-label={name}>
      <p className="reported-head">
        <strong>{name}</strong>
        <span>{t(`removal.reason.${reason}`)}</span>
        <span>{t(`removal.about.${about}`)}</span>
        <Times request={request} />
      </p>
      {isOpen && arePurged(request) && <p className="removal-purged">{t('removal-queue.all-purged')}</p>}
      {sought !== null && <p className="removal-sought-text">{sought}</p>}
      {words !== null && <p className="removal-words">{words}</p>}
      {notes.length > 0 && (
        <ul className="reported-notes">
          {notes.map(({ account, words: text, written_at: at }) => (
            <li key={`${at} ${account}`}>
              <strong>
                {account === null
                  ? tRich('removal-queue.person', { time: <Time key="time" iso={at} /> })
                  : tRich('removal-queue.note-of', { name: account, time: <Time key="time" iso={at} /> })}
              </strong>{' '}
              {text}
            </li>
          ))}
        </ul>
      )}
      {isOfPosts(about) && (
        <ul className="removal-posts-list">
          {posts.map((post) => (
            <li key={addressOf(post)}>
              <RequestedPost
                requested={post}
                isChosen={!left.has(addressOf(post))}
                onToggle={isOpen && posts.length > 1 ? () => toggle(post) : undefined}
              />
            </li>
          ))}
        </ul>
      )}
      {address !== null && (
        <p>
          {tRich('removal-queue.reply-to', {
            address: address.includes('@') ? (
              <a key="address" href={`mailto:${encodeURI(address)}`}>
                {address}
              </a>
            ) : (
              address
            ),
          })}
        </p>
      )}
      <Decision
        request={request}
        templates={templates}
        chosen={posts.filter((post) => !left.has(addressOf(post)))}
        onFailed={onFailed}
      />
    </section>
  );
}

/** Age and deadline while the request is open, then its end. */
function Times({ request }: { readonly request: RemovalRequest }) {
  const {
    created_at: asked,
    due_at: due,
    is_late: isLate,
    state,
    worked_by: worker,
    outcome,
    closed_at: closedAt,
  } = request;
  if (closedAt !== null) {
    const time = <Time key="time" iso={closedAt} />;
    return (
      <>
        {outcome !== null && <strong>{t(`removal.outcome.${outcome}`)}</strong>}
        <span className="quiet">
          {state === 'withdrawn'
            ? tRich('removal-queue.withdrawn', { time })
            : tRich('removal-queue.closed-by', { name: request.closed_by ?? '–', time })}
        </span>
      </>
    );
  }
  return (
    <>
      <span className="quiet">{tRich('removal-queue.asked', { time: <Time key="time" iso={asked} /> })}</span>
      <span className={isLate ? 'removal-late' : 'quiet'}>
        {tRich(isLate ? 'removal-queue.overdue' : 'removal-queue.due', { time: <Time key="time" iso={due} /> })}
      </span>
      {state === 'working' && <strong>{t('removal-queue.worked-by', { name: worker ?? '–' })}</strong>}
    </>
  );
}

interface RequestedPostProps {
  readonly requested: Requested;
  readonly isChosen: boolean;
  readonly onToggle: (() => void) | undefined;
}

function RequestedPost({ requested, isChosen, onToggle }: RequestedPostProps) {
  const { board, num, hidden, is_proven: isProven, post } = requested;
  const name = addressOf(requested);
  return (
    <>
      <p className="reported-head">
        {onToggle !== undefined && (
          <label>
            <input type="checkbox" checked={isChosen} onChange={onToggle} />
            <span className="visually-hidden">{t('removal-queue.choose', { post: name })}</span>
          </label>
        )}
        <a href={lookUpAddress(board, num)}>{name}</a>
        {isProven && <strong>{t('removal.proven')}</strong>}
        {hidden === true && <span className="quiet">{t('removal-queue.hidden')}</span>}
      </p>
      {post === null ? <p className="quiet">{t('removal-queue.gone')}</p> : <PreviewPost post={post} />}
    </>
  );
}
