/** Hashes of files as APIs print them. The bytes are looked at where they are: copying them took longer than printing them. */
export function base64Of(hash: Uint8Array): string {
  return bufferOf(hash).toString('base64');
}

/** For addresses. */
export function safeBase64Of(hash: Uint8Array): string {
  return bufferOf(hash).toString('base64url');
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
