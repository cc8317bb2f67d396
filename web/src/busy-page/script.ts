/** The script of the page that asks for a proof of work while the server is busy. It runs without the application. */
import { solveChallengeWorkers } from 'altcha-lib';
import type { ProofChallenge } from '../../../mappings/contract/proof-of-work.ts';
// oxlint-disable-next-line import/default -- Vite makes the default export: the address of the built worker
import workerAddress from '../lib/proof-worker.ts?worker&url';

/** More workers would make the browser unresponsive. */
const MOST_WORKERS = 4;

async function earnPass(challenge: ProofChallenge): Promise<boolean> {
  const solution = await solveChallengeWorkers({
    challenge,
    concurrency: Math.min(MOST_WORKERS, navigator.hardwareConcurrency),
    createWorker: () => new Worker(workerAddress, { type: 'module' }),
  });
  if (solution === null) return false;
  const { ok } = await fetch('/api/v1/reader-pass', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ proof: btoa(JSON.stringify({ challenge, solution })) }),
  });
  return ok;
}

/** Plain HTTP has no `crypto.subtle` outside of this machine. Then, and if the proof fails, the page waits as it does without scripts. */
async function start(): Promise<void> {
  const written = document.getElementById('challenge')?.textContent ?? '';
  const [proof, wait] = [document.getElementById('proof'), document.getElementById('wait')];
  if (written === '' || proof === null || wait === null || !isSecureContext) return;
  const show = (isComputing: boolean) => {
    proof.hidden = !isComputing;
    wait.hidden = isComputing;
  };
  show(true);
  const hasPass = await earnPass(JSON.parse(written) as ProofChallenge).catch(() => false);
  if (hasPass) location.reload();
  else show(false);
}

void start();
