import type { Board } from '../../mappings/board.ts';
import type { PostObservation, ThreadObservation } from '../../mappings/post.ts';
import type { ParseResult } from './parse-result.ts';

/**
 * A kind of site: the addresses of its documents, and how to parse them. Pure: no requests, no waiting, no storing. A new kind of
 * site implements this interface and is added to the registry. A document that a kind of site does not have is absent.
 */
export interface Source {
  /** The list of the site's boards. */
  readonly boards?: BoardDocument<readonly ListedBoard[]>;
  /** The list of a board's living threads. */
  readonly threads?: BoardDocument<readonly ListedThread[]>;
  /** The living threads with their openers and newest replies. */
  readonly catalog?: BoardDocument<readonly CatalogThread[]>;
  /** Threads that left the board and can still be fetched, oldest first. */
  readonly archive?: BoardDocument<readonly number[]>;
  /** One thread with all posts. */
  readonly thread?: ThreadDocument;
  /** null for an unknown month; a whole year counts as its first month. */
  readonly history?: ThreadHistory;
  /** All messages of a mailing list, in parts. The messages have no numbers of their own. */
  readonly mail?: MailHistory;
}

/** A source with a list of living threads, whose boards are polled. */
export type PollableSource = Source & Required<Pick<Source, 'threads' | 'thread'>>;

/** A board at a site, which may have another name for it. */
export type SourceBoard = Pick<Board, 'name' | 'sourceName' | 'url' | 'mediaUrl'>;

export interface BoardDocument<T> {
  url(board: SourceBoard): string;
  read(body: string, board: SourceBoard): ParseResult<T>;
}

export interface ThreadDocument {
  url(board: SourceBoard, num: number): string;
  /** `num` is the requested thread: a document of another thread is refused. */
  read(body: string, num: number, board: SourceBoard): ParseResult<ThreadObservation>;
}

export interface ListedBoard {
  /** The site's name of the board. */
  readonly name: string;
  readonly title: string;
  /** null if unknown. */
  readonly worksafe: boolean | null;
}

export interface ListedThread {
  readonly num: number;
  /** Unix seconds. Compared for equality with the stored value, and with the Last-Modified of the thread's document. */
  readonly modified: number;
  /** Page of the board, from 1; of a thread on two pages, the last. */
  readonly page: number;
  /** Without the opener; null if unknown. */
  readonly replies: number | null;
}

/** A copy of a board's list of living threads. */
export interface ListCopy {
  readonly threads: readonly ListedThread[];
  /** True if every entry could be read. An entry without a number may be any thread. */
  readonly isWhole: boolean;
  /** Verbatim Last-Modified. */
  readonly lastModified: string | null;
  /** The list may still change without a new Last-Modified. */
  readonly mayStillChange: boolean;
  readonly readAt: Date;
}

export interface CatalogThread {
  readonly num: number;
  /** Unix seconds; null if unknown. */
  readonly modified: number | null;
  readonly page: number;
  /** The site's count, without the opener. */
  readonly replies: number;
  readonly opener: PostObservation;
  /** The newest replies, in order of time; older ones are left out. */
  readonly lastReplies: readonly PostObservation[];
}

/** New threads move the others to later pages, so a walk may meet a thread twice, but misses none. */
export interface ThreadHistory {
  /** The page number, from 1. */
  url(board: SourceBoard, page: number): string;
  read(body: string, board: SourceBoard): ParseResult<HistoryPage>;
}

export interface HistoryPage {
  /** Threads of the page. If it is empty, the previous page was the last. */
  readonly threads: readonly HistoryThread[];
}

export interface HistoryThread {
  readonly num: number;
  /** Time of the newest post on the page; null if it cannot be read. */
  readonly newest: Date | null;
  /** The whole thread, if the page has all of its posts; else null. */
  readonly whole: ThreadObservation | null;
}

/** A mailing list in parts, mostly months. */
export interface MailHistory {
  /** Lists the parts, newest first. */
  readonly index: BoardDocument<readonly MailPart[]>;
  /** Takes bytes: a part may be gzipped, and each message has its own charset. */
  readPart(body: Uint8Array, part: MailPart, reading: MailReading): Promise<ParseResult<readonly MailMessage[]>>;
}

export interface MailReading {
  /** The charset of texts that neither name nor show theirs; a label of TextDecoder. */
  readonly charset: string;
}

export interface MailPart {
  readonly url: string;
  /** 201606 for June 2016: the first digits of the message numbers. */
  readonly month: number;
}

/** A message. Its number and its thread are derived from the messages that are already stored. */
export interface MailMessage {
  /** Stable: the Message-ID, or a hash of the content where the id is missing or belongs to another message. */
  readonly key: string;
  /** Keys of the messages that it replies to, nearest first. */
  readonly references: readonly string[];
  /** The subject without `Re:` and list tags, in lower case; null for none. */
  readonly subjectKey: string | null;
  /** The same of the subject that the thread had before, in `new (was: old)`; null for none. */
  readonly formerSubjectKey: string | null;
  /** Marked as a reply, even if the message that it replies to is unknown. */
  readonly isReply: boolean;
  /** The sender's address, lower case. It distinguishes senders and is never shown. */
  readonly sender: string | null;
  readonly time: Date;
  readonly name: string | null;
  readonly subject: string | null;
  /** HTML that our comment parser reads. */
  readonly comment: string | null;
  readonly extra: Readonly<Record<string, unknown>> | null;
  /** The message as the part has it, from which it can be read again by other rules. */
  readonly raw: Uint8Array;
  /** The beginnings of texts that neither name nor show their charset, with one character per byte; '' for none. */
  readonly undeclared: string;
  /** The charset by which they were read; null for none. */
  readonly readAs: string | null;
}
