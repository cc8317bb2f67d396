/** Which number a message gets, and which thread it is in. Pure: what is stored comes in, what is to be stored goes out. */
import { RefusedError } from '../sources/parse-result.ts';
import type { MailMessage } from '../sources/source.ts';

/** A part's numbers begin with its month, `201606`, and have five digits more: they stay in the order of time, whichever part comes first. */
export const NUMBERS_A_PART = 100_000;

export interface Placed {
  readonly num: number;
  /** Never above `num`: what a thread holds comes after what opens it. */
  readonly thread: number;
}

export interface Waiting {
  readonly thread: number;
  readonly time: Date;
  readonly awaits: readonly string[];
}

export interface Stored {
  /** Of the part's messages and of those they answer, by key. */
  readonly known: ReadonlyMap<string, Placed>;
  /** Threads that begin with a subject, oldest first. */
  readonly subjects: ReadonlyMap<string, readonly { readonly thread: number; readonly time: Date }[]>;
  /** Threads whose opener answers something that was not stored. */
  readonly waiting: readonly Waiting[];
  /** The next that is free. */
  readonly nextNum: number;
}

export interface NewMessage extends Placed {
  readonly message: MailMessage;
  /** Openers only. */
  readonly subject: string | null;
  readonly awaits: readonly string[] | null;
}

export interface Placement {
  readonly added: readonly NewMessage[];
  /** Of every message of the part, by key: where it is, and which one of its thread it answers. */
  readonly placed: ReadonlyMap<string, Placed & { readonly parent: number | null }>;
  /** Threads that turn out to be part of others. */
  readonly moves: ReadonlyMap<number, number>;
}

const DAY_MS = 86_400_000;
/** Whoever answers by subject alone does so within this time. */
const SUBJECT_DAYS = 60;

/** @throws RefusedError for a part with more messages than numbers. */
export function placeMessages(messages: readonly MailMessage[], month: number, stored: Stored): Placement {
  const threads = new ThreadFinder(stored);
  const limit = (month + 1) * NUMBERS_A_PART;
  const added: { message: MailMessage; num: number }[] = [];
  let next = stored.nextNum;
  for (const message of parentsFirst(messages)) {
    const known = stored.known.get(message.key);
    const num = known?.num ?? next++;
    if (num >= limit) throw new RefusedError('too_large', `more than ${NUMBERS_A_PART} messages in one part`);
    threads.add(message, num, known?.thread ?? null);
    if (known === undefined) added.push({ message, num });
  }
  for (const { message } of added) threads.takeIn(message);
  const placed = new Map(messages.map(({ key, references }) => [key, threads.placeOf(key, references)]));
  return {
    added: added.map(({ message, num }) => {
      const thread = placed.get(message.key)?.thread ?? num;
      const opens = thread === num;
      return {
        message,
        num,
        thread,
        subject: opens ? message.subjectKey : null,
        awaits: opens && message.isReply ? awaitedBy(message) : null,
      };
    }),
    placed,
    moves: threads.moves(),
  };
}

function awaitedBy({ references, subjectKey }: MailMessage): readonly string[] | null {
  const awaited = [...references, ...(subjectKey === null ? [] : [subjectAwaited(subjectKey)])];
  return awaited.length === 0 ? null : awaited;
}

/** No key has a space. */
export function subjectAwaited(subject: string): string {
  return `subject ${subject}`;
}

/** In the order given, but for messages that answer a later one: clocks are wrong at times. */
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
  /** Thread by number of message, and where threads went. */
  readonly #threads = new Map<number, number>();
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
    if (knownThread !== null) return;
    const thread = this.#parentThread(message, num) ?? this.#subjectThread(message, num) ?? num;
    this.#threads.set(num, thread);
    if (thread !== num || message.subjectKey === null) return;
    const same = this.#subjects.get(message.subjectKey) ?? [];
    this.#subjects.set(message.subjectKey, [...same, { thread, time: message.time }]);
  }

  /** Threads that waited for this message come to its thread. */
  takeIn(message: MailMessage): void {
    const num = this.#nums.get(message.key);
    if (num === undefined) return;
    const bySubject = message.isReply || message.subjectKey === null ? null : subjectAwaited(message.subjectKey);
    for (const { thread, time, awaits } of this.#stored.waiting) {
      const isAwaited =
        awaits.includes(message.key) ||
        (bySubject !== null && awaits.includes(bySubject) && isSoonAfter(time, message.time));
      const goal = this.#resolve(this.#threads.get(num) ?? num);
      const from = this.#resolve(thread);
      if (isAwaited && goal < from) this.#moved.set(from, goal);
    }
  }

  placeOf(key: string, references: readonly string[]): Placed & { parent: number | null } {
    const num = this.#nums.get(key) ?? 0;
    const thread = this.#resolve(this.#threads.get(num) ?? num);
    const parent = references
      .map((reference) => this.#nums.get(reference))
      .find((other) => other !== undefined && other < num && this.#threadOf(other) === thread);
    return { num, thread, parent: parent ?? null };
  }

  /** Of threads that are stored: those of this part alone are nobody's yet. */
  moves(): Map<number, number> {
    const moves = [...this.#moved.keys()].filter((from) => this.#stays.has(from));
    return new Map(moves.map((from) => [from, this.#resolve(from)]));
  }

  #threadOf(num: number): number {
    return this.#resolve(this.#threads.get(num) ?? num);
  }

  #resolve(thread: number): number {
    let at = thread;
    // Every move goes to a lower number, so this ends.
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

  #subjectThread({ isReply, subjectKey, time }: MailMessage, num: number): number | null {
    if (!isReply || subjectKey === null) return null;
    const near = (this.#subjects.get(subjectKey) ?? []).filter(
      (one) => this.#resolve(one.thread) < num && isSoonAfter(time, one.time),
    );
    const last = near.at(-1);
    return last === undefined ? null : this.#resolve(last.thread);
  }
}

function isSoonAfter(time: Date, earlier: Date): boolean {
  const days = (time.getTime() - earlier.getTime()) / DAY_MS;
  return days > -2 && days < SUBJECT_DAYS;
}
