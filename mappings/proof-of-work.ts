/** The most characters of a proof of work. */
export const MAX_PROOF_LENGTH = 2_000;

/** The Trusted Types policy of the worker that computes the proof. */
export const PROOF_POLICY = 'proof-worker';
