import type { Board } from '../../mappings/board.ts';
import type { PostObservation, ThreadObservation } from '../../mappings/post.ts';
import type { ParseResult } from './parse-result.ts';

/**
 * A kind of site: where its documents are, and what they say. Pure: it builds addresses and reads bodies; whoever uses
 * it does the asking, the waiting and the storing. A site of another form is another implementation of this. What a
 * kind of site has no document for is absent, and whoever would ask for it does without.
 */
export interface Source {
  /** What the site's boards are called. */
  readonly boards?: BoardDocument<readonly ListedBoard[]>;
  /** A board's living threads. */
  readonly threads?: BoardDocument<readonly ListedThread[]>;
  /** The same with openers and newest replies. */
  readonly catalog?: BoardDocument<readonly CatalogThread[]>;
  /** Threads that fell off the board and can still be read, oldest first. */
  readonly archive?: BoardDocument<readonly number[]>;
  /** One thread, whole. */
  readonly thread?: ThreadDocument;
  /** All that the site ever had, a page of threads at a time, newest first. */
  readonly history?: ThreadHistory;
  /** All that the site ever had, a part of messages at a time: a site whose messages have no numbers. */
  readonly mail?: MailHistory;
}

/** Where a site has a board: its own name for it may differ from ours. */
export type SourceBoard = Pick<Board, 'name' | 'sourceName' | 'url' | 'mediaUrl'>;

export interface BoardDocument<T> {
  url(board: SourceBoard): string;
  read(body: string, board: SourceBoard): ParseResult<T>;
}

export interface ThreadDocument {
  url(board: SourceBoard, num: number): string;
  /** `num` is the thread that was asked for: an answer about another one is refused. */
  read(body: string, num: number, board: SourceBoard): ParseResult<ThreadObservation>;
}

export interface ListedBoard {
  /** The site's own name for it. */
  readonly name: string;
  readonly title: string;
  /** null where the site does not say. */
  readonly worksafe: boolean | null;
}

export interface ListedThread {
  readonly num: number;
  /** Seconds. Compared for equality with what was seen before, and with the time of an answer's validator. */
  readonly modified: number;
  /** The page it stands on, from 1; the last to name it counts. */
  readonly page: number;
  /** Without the opener; null where the site does not say. */
  readonly replies: number | null;
}

export interface CatalogThread {
  readonly num: number;
  /** Seconds; null where the site does not say. */
  readonly modified: number | null;
  readonly page: number;
  /** As the site counts them, without the opener. */
  readonly replies: number;
  readonly opener: PostObservation;
  /** The newest replies, oldest of them first; with those that are left out they make the thread. */
  readonly lastReplies: readonly PostObservation[];
}

/** Pages move back as threads come: a thread may come twice on the way, and none is passed over. */
export interface ThreadHistory {
  /** Pages count from 1. */
  url(board: SourceBoard, page: number): string;
  read(body: string, board: SourceBoard): ParseResult<HistoryPage>;
}

export interface HistoryPage {
  /** None: the page before was the last. */
  readonly threads: readonly HistoryThread[];
}

export interface HistoryThread {
  readonly num: number;
  /** Of the newest post that the page shows. */
  readonly newest: Date;
  /** The whole thread, where the page leaves nothing out. */
  readonly whole: ThreadObservation | null;
}

/** Messages in parts, such as months. */
export interface MailHistory {
  /** Lists the parts, newest first. */
  readonly index: BoardDocument<readonly MailPart[]>;
  /** Bytes: a part may be packed, and its messages each have a charset of their own. */
  readPart(body: Uint8Array, part: MailPart): Promise<ParseResult<readonly MailMessage[]>>;
}

export interface MailPart {
  readonly url: string;
  /** Numbers of a part's messages begin with it: 201606 for June of 2016. */
  readonly month: number;
}

/** A message as it came; its number and its thread follow from those that are known already. */
export interface MailMessage {
  /** The same at every reading: its Message-ID, or what stands for it where there is none or another has it. */
  readonly key: string;
  /** Keys of the messages it answers, nearest first. */
  readonly references: readonly string[];
  /** The subject without `Re:` and list tags, in lower case; null for none. */
  readonly subjectKey: string | null;
  /** It says that it is an answer, whether or not it says to what. */
  readonly isReply: boolean;
  /** The sender's address, lower case. It tells senders apart and is shown nowhere. */
  readonly sender: string | null;
  readonly time: Date;
  readonly name: string | null;
  readonly subject: string | null;
  /** HTML that our parser knows. */
  readonly comment: string | null;
  readonly extra: Readonly<Record<string, unknown>> | null;
}
