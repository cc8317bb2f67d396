/** A proof of work, computed while the reader writes. */
import { solveChallengeWorkers } from 'altcha-lib';
import type { ProofChallenge } from '../../../mappings/contract/proof-of-work.ts';
import { PROOF_POLICY } from '../../../mappings/proof-of-work.ts';
// oxlint-disable-next-line import/default -- Vite makes the default export: the address of the built worker
import workerAddress from './proof-worker.ts?worker&url';
import { startTrustedWorker } from './trusted-worker.ts';

/** Five minutes less than a challenge is valid for. */
const KEPT_MS = 25 * 60_000;
const TIMEOUT_MS = 120_000;
/** More workers would make the page unresponsive. */
const MOST_WORKERS = 4;

/** Requests a challenge; undefined if no proof is needed. */
type Ask = (signal: AbortSignal) => Promise<ProofChallenge | undefined>;

export class ProofOfWork {
  readonly #ask: Ask;
  #begun: { readonly at: number; readonly controller: AbortController; readonly proof: Promise<string> } | null = null;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  /** Begins, unless a proof is being computed or is done and recent enough. */
  begin(): void {
    if (this.#begun !== null && Date.now() - this.#begun.at < KEPT_MS) return;
    this.stop();
    const controller = new AbortController();
    this.#begun = { at: Date.now(), controller, proof: prove(this.#ask, controller) };
  }

  /**
   * The proof as it is sent; '' if none is needed, or if the browser cannot compute it: the server then decides. Never rejects.
   */
  async done(): Promise<string> {
    this.begin();
    return (await this.#begun?.proof) ?? '';
  }

  /** A proof can be used only once. */
  stop(): void {
    this.#begun?.controller.abort();
    this.#begun = null;
  }
}

async function prove(ask: Ask, controller: AbortController): Promise<string> {
  try {
    const challenge = await ask(controller.signal);
    if (challenge === undefined) return '';
    const solution = await solveChallengeWorkers({
      challenge,
      controller,
      concurrency: Math.min(MOST_WORKERS, navigator.hardwareConcurrency),
      createWorker: () => startTrustedWorker(PROOF_POLICY, workerAddress),
      timeout: TIMEOUT_MS,
    });
    return solution === null ? '' : btoa(JSON.stringify({ challenge, solution }));
  } catch {
    return '';
  }
}
