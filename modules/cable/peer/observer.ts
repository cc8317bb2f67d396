/** What a host tells of itself: to metrics, the log and the page of admins. */

/**
 * Why something of a peer was not taken. The first four are failed expectations: the content is dropped, and the peer stays.
 *
 * unknown_request   a response to no request of ours: peers send responses to everybody
 * wrong_type        a response of another type than the request expects
 * not_requested     a post that was not asked for
 * wrong_content     a post of another type or channel than the request is about
 * form, limit, type, signature, future   a post or message that cannot be taken
 * author_rate       an author sends too much at once: the post may come again later
 * too_many          the peer asks or announces more than it may
 * blocked           the author is refused here
 * full              the cabal is as large as it may be: only deletes are taken
 * connection        the connection failed
 * away              the peer was sent away for too many strikes
 * held_back         not sent, since it would end the peer's program
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

/** What a reason costs a peer. */
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
  /** `detail`: a sentence of ours, without content of posts. */
  refused(peer: string, reason: CableReason, detail: string, times?: number): void;
  /** Rows were committed. */
  stored(posts: number, deleted: number): void;
  answered(peer: string, request: string): void;
  /** Posts that were asked for have come. */
  received(peer: string, posts: number): void;
}
