/** Messages between the image worker and its child process. */
import type { Fingerprint } from '../../../platform/images/fingerprint.ts';

export interface ThumbnailTask {
  readonly kind: 'thumbnail';
  readonly path: string;
  /** The file to write the thumbnail to. */
  readonly into: string;
  /** The file to write the large thumbnail to, if it is wanted. */
  readonly large?: string;
}

export interface FingerprintTask {
  readonly kind: 'fingerprint';
  readonly path: string;
  /** A temporary file for the decoded pixels, which would need too much memory. */
  readonly scratch: string;
}

export type ImageTask = ThumbnailTask | FingerprintTask;

interface DrawnFile {
  /** Bytes. */
  readonly size: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

export interface Thumbnail extends DrawnFile {
  /** Type of the thumbnail: jpg, or webp for an image with transparency. */
  readonly type: 'jpg' | 'webp';
  /** Dimensions of the thumbnail. */
  readonly width: number;
  readonly height: number;
  /** null if none was wanted, or the picture is not larger than its thumbnail. */
  readonly large: DrawnFile | null;
}

export interface ImageResults {
  readonly thumbnail: Thumbnail;
  readonly fingerprint: Fingerprint;
}

export interface TaskMessage {
  readonly id: number;
  readonly order: ImageTask;
}

export type ResultMessage =
  | { readonly id: number; readonly result: ImageResults[ImageTask['kind']]; readonly rssMb: number }
  /** `isOfDisk`: the disk failed, so the error does not describe the image. */
  | { readonly id: number; readonly problem: string; readonly isOfDisk: boolean; readonly rssMb: number };
