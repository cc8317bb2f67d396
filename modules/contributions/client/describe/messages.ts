/** Messages between the describer and its child processes. Paths are bytes, since file names need not be valid text. */
import type { Dump } from '../../format/dump.ts';

/**
 * whole    everything
 * hashes   only hashes of the bytes, after an attempt that crashed the process or took too long
 */
export type DescribeExtent = 'whole' | 'hashes';

export interface DescribeTask {
  readonly id: number;
  readonly path: Uint8Array;
  readonly extent: DescribeExtent;
}

export interface Description {
  /** The dump without `offered`, which is the contributor's choice and not a property of the file. */
  readonly dump: Dump;
  /** The missing parts of the dump with the reasons; empty if it is complete. */
  readonly missing: string;
}

export type DescribeResult =
  | { readonly id: number; readonly description: Description }
  | { readonly id: number; readonly problem: string };
