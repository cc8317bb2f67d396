import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/**
 * What every page begins with, as two files: over HTTP/1.1 a browser asks for six at a time, and cut by who else shares a
 * module they would be twenty.
 */
const FIRST_LOAD = [
  { name: 'libraries', tags: ['$initial' as const], test: /[\\/]node_modules[\\/]/ },
  { name: 'application', tags: ['$initial' as const] },
];

export default defineConfig({
  plugins: [react(), newestFonts(), compressed()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // light-dark() and AbortSignal.any as the browsers have them.
    target: ['chrome123', 'edge123', 'firefox124', 'safari17.5'],
    // The page's policy allows neither data: nor inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: FIRST_LOAD } } },
  },
  server: {
    proxy: { '/api': 'http://127.0.0.1:8080' },
  },
});

/** Of each of KaTeX's fonts the one kind that all of these browsers read: the others would only lie about. */
function newestFonts(): Plugin {
  return {
    name: 'newest-fonts',
    enforce: 'pre',
    transform: {
      filter: { id: /katex[^?]*\.css/ },
      handler: (code) => code.replaceAll(/,\s*url\([^)]*\.(?:woff|ttf)\)\s*format\("\w+"\)/g, ''),
    },
  };
}

/** Less is not worth the header. */
const LEAST_BYTES = 600;

/** Beside each script and style the same as .br and .gz: compressed once, and better than a server has time for. */
function compressed(): Plugin {
  const brotli = promisify(brotliCompress);
  const zip = promisify(gzip);
  return {
    name: 'compressed',
    apply: 'build',
    // As they stand on the disk: Vite still changes them after all that plugins may change.
    async writeBundle({ dir = '' }, bundle) {
      for (const name of Object.keys(bundle).filter((file) => /\.(js|css)$/.test(file))) {
        const bytes = await readFile(join(dir, name));
        if (bytes.length < LEAST_BYTES) continue;
        const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
        await writeFile(join(dir, `${name}.br`), await brotli(bytes, { params }));
        await writeFile(join(dir, `${name}.gz`), await zip(bytes, { level: constants.Z_BEST_COMPRESSION }));
      }
    },
  };
}
