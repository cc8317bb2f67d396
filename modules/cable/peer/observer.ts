/** Events of a host, for metrics and the admin page. */

/**
 * Reasons to refuse data from a peer. With the first four the data is dropped and the peer stays connected.
 *
 * unknown_request   a response without a request of ours; peers send each response to all connections
 * wrong_type        a response of another type than its request expects
 * not_requested     a post that was not requested
 * wrong_content     a post of another type or channel than requested
 * form, limit, type, signature, future   an invalid post or message (see RefusedBecause)
 * author_rate       the author sends too much at the same time; the post may be sent again later
 * too_many          the peer requests or announces too much
 * blocked           the author is blocked in this archive
 * full              the cabal has reached its size limit; only deletes are accepted
 * connection        the connection failed
 * away              the peer was banned for a while after too many strikes
 * held_back         not sent, because it would crash the peer's program
 */
export type CableReason =
  | 'unknown_request'
  | 'wrong_type'
  | 'not_requested'
  | 'wrong_content'
  | 'form'
  | 'limit'
  | 'type'
  | 'signature'
  | 'future'
  | 'author_rate'
  | 'too_many'
  | 'blocked'
  | 'full'
  | 'connection'
  | 'away'
  | 'held_back';

/** Strikes against the peer, by reason. */
export const STRIKES: Readonly<Partial<Record<CableReason, number>>> = {
  wrong_type: 1,
  wrong_content: 1,
  form: 5,
  limit: 5,
  type: 1,
  signature: 10,
  too_many: 1,
};

export interface HostObserver {
  /** `detail`: a text of ours, without post content. */
  refused(peer: string, reason: CableReason, detail: string, times?: number): void;
  /** Called after a commit. */
  stored(posts: number, deleted: number): void;
  answered(peer: string, request: string): void;
  /** Requested posts have arrived. */
  received(peer: string, posts: number): void;
}
