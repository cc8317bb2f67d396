/** Messages between the image worker and its child process. */
import type { Fingerprint } from '../../../platform/images/fingerprint.ts';

export interface ThumbnailTask {
  readonly kind: 'thumbnail';
  readonly path: string;
  /** The file to write the thumbnail to. */
  readonly into: string;
}

export interface FingerprintTask {
  readonly kind: 'fingerprint';
  readonly path: string;
  /** A temporary file for the decoded pixels, which would need too much memory. */
  readonly scratch: string;
}

/** Reads only the head of an image. */
export interface OrientationTask {
  readonly kind: 'orientation';
  readonly path: string;
}

export type ImageTask = ThumbnailTask | FingerprintTask | OrientationTask;

export interface Thumbnail {
  /** Size of the thumbnail file, in bytes. */
  readonly size: number;
  /** SHA-256 of the thumbnail file, hexadecimal. */
  readonly sha256: string;
  /** Type of the thumbnail: jpg, or webp for an image with transparency. */
  readonly type: 'jpg' | 'webp';
  /** Dimensions of the thumbnail. */
  readonly width: number;
  readonly height: number;
}

/** The tag of a photo, from 1 (as stored) to 8. An image without a tag has 1. */
export interface Orientation {
  readonly orientation: number;
}

export interface ImageResults {
  readonly thumbnail: Thumbnail;
  readonly fingerprint: Fingerprint;
  readonly orientation: Orientation;
}

export interface TaskMessage {
  readonly id: number;
  readonly order: ImageTask;
}

export type ResultMessage =
  | { readonly id: number; readonly result: ImageResults[ImageTask['kind']]; readonly rssMb: number }
  /** `isOfDisk`: the disk failed, so the error does not describe the image. */
  | { readonly id: number; readonly problem: string; readonly isOfDisk: boolean; readonly rssMb: number };
