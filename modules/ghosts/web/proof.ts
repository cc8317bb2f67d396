/** The proof of work of a ghost post, computed while the reader writes. */
import { solveChallengeWorkers } from 'altcha-lib';
import { answerOf, api } from '../../../web/src/lib/api.ts';
import { PROOF_POLICY } from '../limits.ts';
import { startTrustedWorker } from '../../../web/src/lib/trusted-worker.ts';
// oxlint-disable-next-line import/default -- Vite makes the default export: the address of the built worker
import workerAddress from './proof-worker.ts?worker&url';

/** Five minutes less than a challenge is valid for. */
const KEPT_MS = 25 * 60_000;
const TIMEOUT_MS = 120_000;
/** More workers would make the page unresponsive. */
const MOST_WORKERS = 4;

export class ProofOfWork {
  readonly #board: string;
  #begun: { readonly at: number; readonly controller: AbortController; readonly proof: Promise<string> } | null = null;

  constructor(board: string) {
    this.#board = board;
  }

  /** Begins, unless a proof is being computed or is done and recent enough. */
  begin(): void {
    if (this.#begun !== null && Date.now() - this.#begun.at < KEPT_MS) return;
    this.stop();
    const controller = new AbortController();
    this.#begun = { at: Date.now(), controller, proof: prove(this.#board, controller) };
  }

  /**
   * The proof as it is sent; '' if the board does not require one, or if the browser cannot compute it: the server then decides. Never
   * rejects.
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

async function prove(board: string, controller: AbortController): Promise<string> {
  try {
    const challenge = await answerOf(
      api.GET('/api/v1/ghosts/challenge', { params: { query: { board } }, signal: controller.signal }),
    );
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
