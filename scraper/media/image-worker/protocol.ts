/** What the desk asks its child, and what comes back. */

export interface ThumbnailOrder {
  readonly kind: 'thumbnail';
  readonly path: string;
  /** Where the thumbnail is to be written. */
  readonly into: string;
}

export interface FingerprintOrder {
  readonly kind: 'fingerprint';
  readonly path: string;
  /** The decoded pixels pass through this file, not through memory. */
  readonly scratch: string;
}

export type PictureOrder = ThumbnailOrder | FingerprintOrder;

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

export interface PictureResults {
  readonly thumbnail: Thumbnail;
  readonly fingerprint: Fingerprint;
}

export interface OrderMessage {
  readonly id: number;
  readonly order: PictureOrder;
}

export type AnswerMessage =
  | { readonly id: number; readonly result: Thumbnail | Fingerprint; readonly rssMb: number }
  | { readonly id: number; readonly problem: string; readonly rssMb: number };
