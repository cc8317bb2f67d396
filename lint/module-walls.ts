/**
 * The walls around modules, as a rule of oxlint:
 * - Only a list of modules imports from modules/.
 * - A module imports no other module, except as `NEIGHBOURS` lists.
 * - Inside a module, a subfolder named like a process imports what that process may import.
 */
import { dirname, join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/** The files outside of modules that may name modules. */
export const LISTS: ReadonlySet<string> = new Set([
  'mappings/modules.ts',
  'mappings/board-settings/modules.ts',
  'platform/modules.ts',
  'server/modules.ts',
  'indexer/modules.ts',
  'scraper/modules.ts',
  'cli/modules.ts',
  'web/src/app/modules.ts',
  'test/support/modules.ts',
  'test/bench/modules.ts',
]);

/** Module → modules that it may import. Its README gives the reason. */
const NEIGHBOURS: Readonly<Record<string, readonly string[]>> = {};

/** Subfolder of a module → folders of the core that it may import. Any other subfolder may import those of `SHARED`. */
const CORE: Readonly<Record<string, readonly string[]>> = {
  contract: ['mappings'],
  server: ['mappings', 'platform', 'store', 'server'],
  indexer: ['mappings', 'platform', 'store', 'indexer'],
  scraper: ['mappings', 'platform', 'store', 'scraper'],
  web: ['mappings', 'web'],
};
const SHARED: readonly string[] = ['mappings', 'platform', 'store'];
/** They compose all processes. */
const UNLIMITED: ReadonlySet<string> = new Set(['cli', 'test']);

/** Why a file may not import another; null if it may. Both are paths from the root, with slashes. */
export function wallBetween(from: string, to: string): string | null {
  const [, module, part = ''] = split(from);
  const [, imported, ofImported = ''] = split(to);
  if (module === null) {
    if (imported === null || LISTS.has(from)) return null;
    return `the core imports no module: only ${[...LISTS].join(', ')} do`;
  }
  if (imported !== null && imported !== module && NEIGHBOURS[module]?.includes(imported) !== true)
    return `the module ${module} may not import the module ${imported}: see NEIGHBOURS in lint/module-walls.ts`;
  if (UNLIMITED.has(part)) return null;
  if (imported !== null) {
    const isOfProcess = ofImported !== part && (ofImported in CORE || UNLIMITED.has(ofImported));
    return isOfProcess && ofImported !== 'contract' ? `${part}/ of a module may not import its ${ofImported}/` : null;
  }
  const allowed = CORE[part] ?? SHARED;
  const folder = to.split('/')[0] ?? '';
  return allowed.includes(folder) ? null : `${part}/ of a module may import only ${allowed.join(', ')} of the core`;
}

/** [path, module, subfolder]; the core has neither. */
function split(path: string): readonly [string, string | null, string?] {
  const [top, module = null, part] = path.split('/');
  return top === 'modules' && module !== null && part !== undefined ? [path, module, part] : [path, null];
}

interface Literal {
  readonly value?: unknown;
}

interface Importing {
  readonly source: Literal | null;
}

interface Context {
  readonly filename: string;
  report(problem: { readonly node: unknown; readonly message: string }): void;
}

const moduleWalls = {
  create(context: Context) {
    const from = relative(ROOT, context.filename).replaceAll('\\', '/');
    const check = (node: Importing) => {
      const written = node.source?.value;
      if (typeof written !== 'string' || !written.startsWith('.')) return;
      const reason = wallBetween(from, join(dirname(from), written).replaceAll('\\', '/'));
      if (reason !== null) context.report({ node, message: reason });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    };
  },
};

export default { meta: { name: 'sagasu' }, rules: { 'module-walls': moduleWalls } };
