/**
 * While the server is busy, pages that search ask browsers without a reader pass for a proof of work, which earns the pass. Callers
 * without scripts wait instead. Off by default.
 */
import { Counter, type Registry } from 'prom-client';
import type { ProofChallenge } from '../../mappings/contract/proof-of-work.ts';
import { RefusedError } from '../shared/errors.ts';
import type { QueuedCaller } from './caller-kinds.ts';
import type { ProofsOfWork } from './proofs-of-work.ts';
import type { Queues } from './queues.ts';
import type { ReaderPass } from './reader-pass.ts';
import { WaitedNetworks } from './waited-networks.ts';

export interface ProofGateOptions {
  readonly isOn: boolean;
  readonly proofs: ProofsOfWork;
  readonly pass: Pick<ReaderPass, 'issue'>;
  readonly queues: Pick<Queues, 'isBusy' | 'searchPages'>;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  readonly registry: Registry;
}

export interface AskedProof {
  readonly challenge: ProofChallenge;
  /** After these seconds the caller gets the page without a proof. */
  readonly seconds: number;
}

export class ProofGate {
  readonly #options: ProofGateOptions;
  readonly #waited: WaitedNetworks;
  readonly #outcomes: Counter<'outcome'>;

  constructor(options: ProofGateOptions) {
    this.#options = options;
    this.#waited = new WaitedNetworks(options.now);
    this.#outcomes = new Counter({
      name: 'sagasu_proofs_asked_total',
      help: 'Pages that asked for a proof of work while the server was busy (asked), proofs that were right (solved) and wrong, and pages sent after a wait (waited).',
      labelNames: ['outcome'] as const,
      registers: [options.registry],
    });
    for (const outcome of ['asked', 'solved', 'wrong', 'waited']) this.#outcomes.inc({ outcome }, 0);
  }

  /** The proof that the caller of a page that searches has to do first; null for none. @throws BusyError for crawlers, which cannot do it */
  async ask({ key, kind }: QueuedCaller): Promise<AskedProof | null> {
    const { isOn, queues, proofs } = this.#options;
    if (!isOn || kind === 'staff' || kind === 'reader' || !queues.isBusy) return null;
    if (kind === 'crawler') throw queues.searchPages.refusalOf(kind);
    const seconds = this.#waited.left(key);
    this.#outcomes.inc({ outcome: seconds === 0 ? 'waited' : 'asked' });
    return seconds === 0 ? null : { challenge: await proofs.challenge(aboutOf(key)), seconds };
  }

  /** The pass for a proof, as a `Set-Cookie` header. @throws RefusedError 400 `proof_invalid` */
  async passFor(network: string, proof: string): Promise<string> {
    const { proofs, pass } = this.#options;
    try {
      const done = await proofs.verify(aboutOf(network), proof);
      if (done === null) throw new RefusedError(400, 'proof_invalid', 'The proof of work is missing.');
    } catch (error) {
      this.#outcomes.inc({ outcome: 'wrong' });
      throw error;
    }
    this.#outcomes.inc({ outcome: 'solved' });
    return pass.issue(network);
  }
}

/** The same proof is worthless in other networks. */
function aboutOf(network: string): { readonly network: string } {
  return { network };
}
