import { readdirSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import * as sortNames from '../mappings/search/sort-names.ts';
import { texts } from './texts-plugin.ts';

/** The first load in two files. Split by shared modules it would be twenty, and HTTP/1.1 browsers request six at a time. */
const FIRST_LOAD = [
  { name: 'libraries', tags: ['$initial' as const], test: /[\\/]node_modules[\\/]/ },
  { name: 'application', tags: ['$initial' as const], test: /^(?!.*[\\/]busy-page[\\/])/ },
];
/** Apart from the application, which would start with it in the page of a busy server. */
const PROOF = { name: 'proof', test: /[\\/](?:altcha-lib[\\/]|proof-worker\.)/ };
/** The application, and the script of the page that the server sends while it is busy, which runs without the application. */
const ENTRIES = ['index.html', 'src/busy-page/script.ts'].map((path) => join(import.meta.dirname, path));
/** These need not be requested with a part that is loaded later. */
const LOADED = /(?:libraries|index|rolldown-runtime)-[\w-]{8}\.js$/;
/**
 * Modules that several later parts share, in one file for readers and one for staff. More files would lengthen the list of files, which is
 * in the first load.
 */
const SHARED = [
  {
    name: 'shared',
    test: /[\\/](?:lib|components|shortcuts|search|comment|react-query[\\/].*)[\\/][^.\\/]*\.[jt]sx?$|[\\/]en[\\/]report\.json$/,
    minShareCount: 2,
  },
  { name: 'staff', test: /[\\/]admin[\\/]/, minShareCount: 3 },
];

/** Builds the pages for browsers or, with `--ssr src/app/server.tsx`, as a module that renders them on a server. */
export default defineConfig(({ isSsrBuild = false }) => ({
  plugins: [react(), texts(), orders(), newestFonts(), ...(isSsrBuild ? [] : [flags(), compressed()])],
  // React has this hook, so its substitute for old versions is not needed.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }] },
  // The server does not have the packages of the pages, so its module contains them.
  ssr: { noExternal: true },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // For the server, which names the scripts of a page in its HTML.
    manifest: !isSsrBuild,
    copyPublicDir: !isSsrBuild,
    // The oldest versions with light-dark(), AbortSignal.any and popovers.
    target: ['chrome123', 'edge123', 'firefox125', 'safari17.5'],
    // The content security policy allows neither data: URLs nor inline scripts.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Vite also lists the file itself, which is requested at the same moment.
      resolveDependencies: (file, needed, { hostType }) =>
        hostType === 'html' ? needed : needed.filter((name) => name !== file && !LOADED.test(name)),
    },
    // One module for the server, which loads it again under another address after each build. Separate chunks would load old ones.
    rolldownOptions: isSsrBuild
      ? { output: { codeSplitting: false } }
      : { input: ENTRIES, output: { codeSplitting: { groups: [PROOF, ...FIRST_LOAD, ...SHARED] } } },
  },
  server: {
    proxy: { '/api': 'http://127.0.0.1:8080' },
  },
}));

/** Replaces the expressions for the names of orders by their values. Otherwise the first load has all data of all modules. */
function orders(): Plugin {
  const declarations = Object.entries(sortNames).map(
    ([name, value]) => `export const ${name} = ${JSON.stringify(value)};`,
  );
  return {
    name: 'orders',
    enforce: 'pre',
    transform: {
      filter: { id: /\/mappings\/search\/sort-names\.ts$/ },
      handler: () => declarations.join('\n'),
    },
  };
}

/** Keeps only the WOFF2 files of KaTeX's fonts, which all supported browsers read. */
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

/** Writes the flags of countries, and the licence of their drawings, beside the scripts. A page loads those that it shows. */
function flags(): Plugin {
  const folder = fileURLToPath(new URL('../node_modules/flag-icons/', import.meta.url));
  return {
    name: 'flags',
    apply: 'build',
    buildStart() {
      const drawings = join(folder, 'flags/4x3');
      for (const name of readdirSync(drawings).filter((file) => /^(?:[a-z]{2}|gb-(?:eng|sct|wls))\.svg$/.test(file))) {
        this.emitFile({ type: 'asset', fileName: `assets/flags/${name}`, source: readFileSync(join(drawings, name)) });
      }
      const source = readFileSync(join(folder, 'LICENSE'));
      this.emitFile({ type: 'asset', fileName: 'assets/flags/LICENSE.txt', source });
    },
  };
}

/** Files below this size are not worth compressing. */
const LEAST_BYTES = 600;

/** Writes .br and .gz files next to scripts and styles: compressed once, at the best level. */
function compressed(): Plugin {
  const brotli = promisify(brotliCompress);
  const zip = promisify(gzip);
  return {
    name: 'compressed',
    apply: 'build',
    // Reads the written files, because Vite changes them after all plugin hooks that could.
    async writeBundle({ dir = '' }, bundle) {
      for (const name of Object.keys(bundle).filter((file) => /\.(js|css|svg)$/.test(file))) {
        const bytes = await readFile(join(dir, name));
        if (bytes.length < LEAST_BYTES) continue;
        const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
        await writeFile(join(dir, `${name}.br`), await brotli(bytes, { params }));
        await writeFile(join(dir, `${name}.gz`), await zip(bytes, { level: constants.Z_BEST_COMPRESSION }));
      }
    },
  };
}
