/** An authenticator app: Python's hmac computes the codes, independently of the library that the server uses. */
import { execFileSync } from 'node:child_process';

const PROGRAM = `
import base64, hashlib, hmac, struct, sys
secret, seconds = base64.b32decode(sys.argv[1]), int(sys.argv[2])
digest = hmac.new(secret, struct.pack('>Q', seconds // 30), hashlib.sha1).digest()
offset = digest[-1] & 15
print('%06d' % ((struct.unpack('>I', digest[offset:offset + 4])[0] & 0x7fffffff) % 1000000))
`;

/** The code that the app shows at a time. `secret` is in base 32. */
export function codeAt(secret: string, at: Date): string {
  const seconds = String(Math.floor(at.getTime() / 1000));
  return execFileSync('python3', ['-c', PROGRAM, secret, seconds], { encoding: 'utf8' }).trim();
}
