import type { Board } from '../mappings/board.ts';
import type { PostFields } from '../mappings/post.ts';
import type { Reading } from './reading.ts';

/**
 * A kind of site: where its documents are, and what they say. Pure: it builds addresses and reads bodies; whoever uses
 * it does the asking, the waiting and the storing. A site of another form is another implementation of this.
 */
export interface Source {
  /** The document that lists a board's living threads. */
  threadsUrl(board: Board): string;
  readThreads(body: string): Reading<readonly ListedThread[]>;
  threadUrl(board: Board, num: number): string;
  /** `num` is the thread that was asked for: an answer about another one is refused. */
  readThread(body: string, num: number): Reading<ThreadObservation>;
}

export interface ListedThread {
  readonly num: number;
  /** Seconds. Compared for equality with what was seen before, and with the time of an answer's validator. */
  readonly modified: number;
}

/** What one answer says of one thread. Posts that it does not name are no statement about them. */
export interface ThreadObservation {
  readonly num: number;
  readonly posts: readonly PostObservation[];
}

export interface PostObservation {
  readonly fields: PostFields;
  /** The source says that the post had a file and has it no more. */
  readonly fileDeleted: boolean;
}
