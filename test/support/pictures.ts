import { createHash } from 'node:crypto';
import sharp from 'sharp';

export interface GivenFile {
  readonly bytes: Buffer;
  /** Base64. */
  readonly md5: string;
}

export const fileOf = (bytes: Buffer): GivenFile => ({
  bytes,
  md5: createHash('md5').update(bytes).digest('base64'),
});

/** A picture of one colour. */
export async function pictureOf(colour: string, type: 'png' | 'jpeg' = 'png', size = 40): Promise<GivenFile> {
  const canvas = sharp({ create: { width: size, height: size, channels: 3, background: colour } });
  return fileOf(await canvas.toFormat(type).toBuffer());
}
