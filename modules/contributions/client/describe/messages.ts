/** Messages between the describer and its child processes. Paths are bytes, since names of files need not be text. */
import type { Dump } from '../../format/dump.ts';

/**
 * whole    everything
 * hashes   hashes of the bytes only: an earlier attempt ended the process or took too long
 */
export type DescribeExtent = 'whole' | 'hashes';

export interface DescribeTask {
  readonly id: number;
  readonly path: Uint8Array;
  readonly extent: DescribeExtent;
}

export interface Description {
  /** Without the wish to hand over the file, which the contributor has and not the file. */
  readonly dump: Dump;
  /** What could not be found out, and why; empty if nothing is missing. */
  readonly missing: string;
}

export type DescribeResult =
  | { readonly id: number; readonly description: Description }
  | { readonly id: number; readonly problem: string };
