/** What the imageWorker asks its child, and what comes back. */

export interface ThumbnailTask {
  readonly kind: 'thumbnail';
  readonly path: string;
  /** Where the thumbnail is to be written. */
  readonly into: string;
}

export interface FingerprintTask {
  readonly kind: 'fingerprint';
  readonly path: string;
  /** The decoded pixels pass through this file, not through memory. */
  readonly scratch: string;
}

export type ImageTask = ThumbnailTask | FingerprintTask;

export interface Thumbnail {
  /** Of the picture. */
  readonly width: number;
  readonly height: number;
  /** Of the thumbnail: jpg, or webp where the picture is transparent in places. */
  readonly type: 'jpg' | 'webp';
  readonly thumbWidth: number;
  readonly thumbHeight: number;
}

export interface Fingerprint {
  /** SHA3-256 of the first frame's pixels as RGBA, hexadecimal. */
  readonly pixels: string;
  /** 64 bits that differ little between pictures that look alike; a signed number in digits. */
  readonly perceptual: string;
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
  | { readonly id: number; readonly result: Thumbnail | Fingerprint; readonly rssMb: number }
  | { readonly id: number; readonly problem: string; readonly rssMb: number };
