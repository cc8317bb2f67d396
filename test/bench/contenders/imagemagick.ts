/** ImageMagick as FoolFuuka calls it: one process per picture. */
import type { Environment } from '../../../platform/config.ts';
import { findProgram, runTool } from '../../../dev-stores/tool.ts';
import { installed } from './install.ts';

const TIME_LIMIT_MS = 60_000;
/** Debian names version 6 `convert-im6.q16`; `convert` may belong to another program. */
const NAMES = ['convert-im6.q16', 'magick', 'convert'];

export type MakeThumbnail = (picture: string, into: string) => Promise<void>;

/** Returns a sentence that says why, if ImageMagick is missing. */
export async function createImageMagick(
  env: Environment,
  say: (line: string) => void,
): Promise<{ readonly thumbnail: MakeThumbnail } | string> {
  const find = async () => {
    for (const name of NAMES) {
      const program = findProgram(env, name);
      if (program !== null && (await isImageMagick(program, env))) return { program };
    }
    return null;
  };
  const found = await installed({ title: 'ImageMagick', packages: ['imagemagick'], env, say, find });
  if (typeof found === 'string') return found;
  return {
    thumbnail: async (picture, into) => {
      // `>` keeps pictures that are already smaller.
      const args = [`${picture}[0]`, '-resize', '250x250>', '-quality', '80', `jpg:${into}`];
      await runTool(found.program, args, { env, timeoutMs: TIME_LIMIT_MS });
    },
  };
}

async function isImageMagick(program: string, env: Environment): Promise<boolean> {
  const said = await runTool(program, ['-version'], { env, timeoutMs: TIME_LIMIT_MS }).catch(() => '');
  return said.includes('ImageMagick');
}
