/** Pages of staff: where the audit log links to, and which ones the tests of accessibility open. */
import type { AnyRoute } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { PAGE_PATHS } from '../../../mappings/page-paths.ts';
import { MODULES } from '../../../web/src/app/modules.ts';
import { AUDIT_PAGES } from '../../../web/src/features/admin/audit/sentence.tsx';
import type { WebModule } from '../../../web/src/lib/module.ts';
import { staffRoutes } from '../../../web/src/routes/admin.tsx';
import { CHECKED_PAGES } from '../../support/checked-pages.ts';
import { MODULES as TEST_MODULES } from '../../support/modules.ts';

const modules: readonly WebModule[] = MODULES;
const pathsOf = (routes: readonly AnyRoute[]) =>
  routes.map(({ options }) => PAGE_PATHS.staff + (options as { readonly path: string }).path.replace(/^\/$/, ''));

test.each([
  { name: 'the core', auditPages: AUDIT_PAGES, routes: staffRoutes as readonly AnyRoute[] },
  ...modules.map(({ name, auditPages = {}, staffRoutes: routes = [] }) => ({ name, auditPages, routes })),
])('sentences of the audit log link to existing pages: $name', ({ auditPages, routes }) => {
  const paths = pathsOf(routes);
  for (const [table, address] of Object.entries(auditPages)) expect(paths, table).toContain(address);
});

/** It shows Bull Board, another program, in a frame. */
const UNCHECKED = '/admin/queues';

test('each page of staff is checked for accessibility', () => {
  const checked = [...CHECKED_PAGES, ...TEST_MODULES.flatMap(({ staff }) => staff?.pages ?? [])]
    .filter(({ isAdmin }) => isAdmin === true)
    .map(({ address }) => address({ board: 'g', thread: 1, task: '/admin/tasks/7' }).replace(/[?#].*/, ''));
  const paths = pathsOf([...staffRoutes, ...modules.flatMap(({ staffRoutes: routes = [] }) => routes)]);
  const patterns = paths.map((path) => path.replace('$board', 'g').replace('$id', '7'));
  expect(patterns.filter((path) => !checked.includes(path))).toEqual([UNCHECKED]);
});
