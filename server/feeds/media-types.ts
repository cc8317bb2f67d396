/** What boards take, by extension. */
const MEDIA_TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    avif: 'image/avif',
    gif: 'image/gif',
    jpeg: 'image/jpeg',
    jpg: 'image/jpeg',
    mp3: 'audio/mpeg',
    mp4: 'video/mp4',
    ogg: 'audio/ogg',
    pdf: 'application/pdf',
    png: 'image/png',
    swf: 'application/x-shockwave-flash',
    webm: 'video/webm',
    webp: 'image/webp',
    zip: 'application/zip',
  }),
);

export function mediaTypeOf(extension: string | null): string {
  return MEDIA_TYPES.get(extension ?? '') ?? 'application/octet-stream';
}
