import type pg from 'pg';
import { NAME_OF_STATE, OF_OPERATORS } from '../../../../mappings/postgres/content-tables.ts';
import type { TestModule } from '../../../../test/support/module.ts';

async function givenText(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into site_pages (name, language, markdown, changed_by) values ('about', 'en', 'About **herons**', 'root')`,
  );
}

export const sitePages: TestModule = {
  name: 'site-pages',
  staff: {
    given: givenText,
    requests: [
      {
        operation: 'previewSitePage',
        route: 'POST /api/v1/admin/pages/preview',
        body: { markdown: 'A *heron*' },
        isRead: true,
      },
      {
        operation: 'writeSitePage',
        route: 'PUT /api/v1/admin/pages/:sitePage/:language',
        body: { markdown: 'A *heron*' },
      },
      { operation: 'resetSitePage', route: 'DELETE /api/v1/admin/pages/:sitePage/:language', body: {} },
    ],
    addressValues: { sitePage: 'about', language: 'en' },
    tables: ['site_pages'],
    pages: [
      { name: 'texts of pages', address: () => '/admin/pages', shows: '.staff-page-text textarea', isAdmin: true },
    ],
  },
  database: {
    contentTables: {
      site_pages: { name: NAME_OF_STATE, language: NAME_OF_STATE, markdown: OF_OPERATORS, changed_by: OF_OPERATORS },
    },
    ownerFunctions: [],
  },
};
