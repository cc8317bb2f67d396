/** Assigns each message of a mailing list a number and a thread. Pure: takes the stored messages, returns the changes to store. */
import { RefusedError } from '../sources/parse-result.ts';
import type { MailMessage } from '../sources/source.ts';

/** A number is the part's month, `201606`, followed by five digits, so numbers are in order of time whichever part is read first. */
export const NUMBERS_PER_PART = 100_000;

export interface Placed {
  readonly num: number;
  /** Num of the thread's opener; never above `num`. */
  readonly thread: number;
}

/** A stored thread whose opener answers a message that is not stored. */
export interface Waiting {
  readonly thread: number;
  readonly time: Date;
  /** Keys of the missing messages that it answers, and `subject …` for its subject. */
  readonly awaits: readonly string[];
}

/** The stored messages that matter for a part. */
export interface Stored {
  /** The stored messages of the part, and those that they answer, by key. */
  readonly known: ReadonlyMap<string, Placed>;
  /** Threads by the subject of their opener, oldest first. */
  readonly subjects: ReadonlyMap<string, readonly { readonly thread: number; readonly time: Date }[]>;
  /** Threads that wait for a message of the part. */
  readonly waiting: readonly Waiting[];
  /** Threads that moderators have hidden or purged: they are not joined with others. */
  readonly moderated: ReadonlySet<number>;
  /** The next free number of the part. */
  readonly nextNum: number;
}

/** How later messages find the thread of an opener; both are null for other messages. */
export interface Opening {
  /** The normalized subject. */
  readonly subject: string | null;
  /** The value of `Waiting.awaits`; null if the message answers nothing. */
  readonly awaits: readonly string[] | null;
}

export interface NewMessage extends Placed, Opening {
  readonly message: MailMessage;
}

export interface Placement {
  readonly added: readonly NewMessage[];
  /** Stored messages that open threads, as they are read now. */
  readonly openers: readonly (Opening & { readonly num: number })[];
  /** For every message of the part, by key: its number, its thread, and the number of the message in that thread that it answers. */
  readonly placed: ReadonlyMap<string, Placed & { readonly parent: number | null }>;
  /** Stored threads that turn out to belong to others: thread → the thread to move it to. */
  readonly moves: ReadonlyMap<number, number>;
}

const DAY_MS = 86_400_000;
/** A reply without references joins a thread of the same subject that is at most this old. */
const SUBJECT_DAYS = 60;

/** `month` is that of the part, as 201606. @throws RefusedError if the part has more messages than numbers. */
export function placeMessages(messages: readonly MailMessage[], month: number, stored: Stored): Placement {
  const threads = new ThreadFinder(stored);
  const limit = (month + 1) * NUMBERS_PER_PART;
  const added: { message: MailMessage; num: number }[] = [];
  let next = stored.nextNum;
  for (const message of parentsFirst(messages)) {
    const known = stored.known.get(message.key);
    const num = known?.num ?? next++;
    if (num >= limit) throw new RefusedError('too_large', `more than ${NUMBERS_PER_PART} messages in one part`);
    threads.add(message, num, known?.thread ?? null);
    if (known === undefined) added.push({ message, num });
  }
  for (const { message } of added) threads.moveWaitingThreads(message);
  const placed = new Map(messages.map(({ key, references }) => [key, threads.placeOf(key, references)]));
  const isNew = new Set(added.map(({ message }) => message.key));
  return {
    added: added.map(({ message, num }) => {
      const thread = placed.get(message.key)?.thread ?? num;
      return { message, num, thread, ...openingOf(message, thread === num) };
    }),
    openers: messages.flatMap((message) => {
      const place = placed.get(message.key);
      const isOpener = place !== undefined && place.num === place.thread && !isNew.has(message.key);
      return isOpener ? [{ num: place.num, ...openingOf(message, true) }] : [];
    }),
    placed,
    moves: threads.moves(),
  };
}

function openingOf(message: MailMessage, opens: boolean): Opening {
  return {
    subject: opens ? message.subjectKey : null,
    awaits: opens && message.isReply ? awaitedBy(message) : null,
  };
}

function awaitedBy(message: MailMessage): readonly string[] | null {
  const awaited = [...message.references, ...subjectsOf(message).map(awaitedSubjectKey)];
  return awaited.length === 0 ? null : awaited;
}

/** The subjects of threads that a message may belong to, the likeliest first. */
export function subjectsOf({ subjectKey, formerSubjectKey }: MailMessage): readonly string[] {
  return [subjectKey, formerSubjectKey].filter((key) => key !== null);
}

/** The entry of `awaits` for a subject. It differs from every message key, since keys contain no space. */
export function awaitedSubjectKey(subject: string): string {
  return `subject ${subject}`;
}

/** Keeps the given order, but puts a message after the one that it answers: senders' clocks may be wrong. */
function parentsFirst(messages: readonly MailMessage[]): MailMessage[] {
  const byKey = new Map(messages.map((message) => [message.key, message]));
  const ordered = new Set<MailMessage>();
  for (const message of messages) {
    const chain: MailMessage[] = [];
    let each: MailMessage | undefined = message;
    while (each !== undefined && !ordered.has(each) && !chain.includes(each)) {
      chain.push(each);
      const parent: string | undefined = each.references.find((key) => byKey.has(key));
      each = parent === undefined ? undefined : byKey.get(parent);
    }
    for (const one of chain.toReversed()) ordered.add(one);
  }
  return [...ordered];
}

class ThreadFinder {
  readonly #stored: Stored;
  readonly #nums = new Map<string, number>();
  /** Message number → thread. */
  readonly #threads = new Map<number, number>();
  /** Thread → the thread that it was moved to. */
  readonly #moved = new Map<number, number>();
  readonly #subjects = new Map<string, { thread: number; time: Date }[]>();
  readonly #stays = new Set<number>();

  constructor(stored: Stored) {
    this.#stored = stored;
    for (const [key, { num, thread }] of stored.known) {
      this.#nums.set(key, num);
      this.#threads.set(num, thread);
      this.#stays.add(thread);
    }
    for (const [subject, threads] of stored.subjects) this.#subjects.set(subject, [...threads]);
    for (const { thread } of stored.waiting) this.#stays.add(thread);
  }

  add(message: MailMessage, num: number, knownThread: number | null): void {
    this.#nums.set(message.key, num);
    if (knownThread !== null) {
      // An opener may turn out to be a reply, by rules that are newer than its number.
      if (knownThread === num && message.isReply) this.#move(num, this.#goalOf(message, num));
      return;
    }
    const thread = this.#goalOf(message, num);
    this.#threads.set(num, thread);
    if (thread !== num || message.subjectKey === null) return;
    const same = this.#subjects.get(message.subjectKey) ?? [];
    this.#subjects.set(message.subjectKey, [...same, { thread, time: message.time }]);
  }

  /** Moves the threads that wait for this message to its thread. */
  moveWaitingThreads(message: MailMessage): void {
    const num = this.#nums.get(message.key);
    if (num === undefined) return;
    const bySubject = message.isReply || message.subjectKey === null ? null : awaitedSubjectKey(message.subjectKey);
    for (const { thread, time, awaits } of this.#stored.waiting) {
      const isAwaited =
        awaits.includes(message.key) ||
        (bySubject !== null && awaits.includes(bySubject) && isSoonAfter(time, message.time));
      if (isAwaited) this.#move(this.#resolve(thread), this.#threadOf(num));
    }
  }

  #goalOf(message: MailMessage, num: number): number {
    return this.#parentThread(message, num) ?? this.#subjectThread(message, num) ?? num;
  }

  #move(from: number, goal: number): void {
    const { moderated } = this.#stored;
    if (goal < from && !moderated.has(from) && !moderated.has(goal)) this.#moved.set(from, goal);
  }

  placeOf(key: string, references: readonly string[]): Placed & { parent: number | null } {
    const num = this.#nums.get(key) ?? 0;
    const thread = this.#resolve(this.#threads.get(num) ?? num);
    const parent = references
      .map((reference) => this.#nums.get(reference))
      .find((other) => other !== undefined && other < num && this.#threadOf(other) === thread);
    return { num, thread, parent: parent ?? null };
  }

  /** Only moves of stored threads; the new threads of this part are not stored yet. */
  moves(): Map<number, number> {
    const moves = [...this.#moved.keys()].filter((from) => this.#stays.has(from));
    return new Map(moves.map((from) => [from, this.#resolve(from)]));
  }

  #threadOf(num: number): number {
    return this.#resolve(this.#threads.get(num) ?? num);
  }

  #resolve(thread: number): number {
    let at = thread;
    // Every move goes to a lower number, so the loop ends.
    for (let next = this.#moved.get(at); next !== undefined; next = this.#moved.get(at)) at = next;
    return at;
  }

  #parentThread({ references }: MailMessage, num: number): number | null {
    for (const reference of references) {
      const parent = this.#nums.get(reference);
      if (parent === undefined) continue;
      const thread = this.#threadOf(parent);
      if (thread < num) return thread;
    }
    return null;
  }

  #subjectThread(message: MailMessage, num: number): number | null {
    if (!message.isReply) return null;
    for (const subject of subjectsOf(message)) {
      const near = (this.#subjects.get(subject) ?? []).filter(
        (one) => this.#resolve(one.thread) < num && isSoonAfter(message.time, one.time),
      );
      const last = near.at(-1);
      if (last !== undefined) return this.#resolve(last.thread);
    }
    return null;
  }
}

function isSoonAfter(time: Date, earlier: Date): boolean {
  const days = (time.getTime() - earlier.getTime()) / DAY_MS;
  return days > -2 && days < SUBJECT_DAYS;
}
