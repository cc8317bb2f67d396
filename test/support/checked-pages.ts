/** The pages that are checked for accessibility, and their states. */
import type { Page } from 'playwright-core';

/** A page in the checked state. */
export interface CheckedPage {
  readonly name: string;
  readonly address: (found: Found) => string;
  /** A selector that only this page has, once it is loaded. */
  readonly shows: string;
  /** Brings the loaded page into the state to check. */
  readonly act?: (page: Page) => Promise<void>;
  /** The part that the state adds to a separately checked page: only this is checked. */
  readonly part?: string;
  readonly isAdmin?: true;
}

/** Values in the addresses: a thread of the archive, and the path of a task that has ended. */
export interface Found {
  readonly board: string;
  readonly thread: number;
  readonly task: string;
}

const boardMenus = (page: Page) => page.getByRole('button', { name: /^More actions for \// });

export const CHECKED_PAGES: readonly CheckedPage[] = [
  { name: 'home', address: () => '/', shows: '.board-list li' },
  { name: 'search', address: () => '/search?q=the', shows: '.timeline canvas' },
  { name: 'advanced search', address: () => '/search?q=the&form=open', shows: '.form-fields input' },
  { name: 'compact results', address: () => '/search?q=the&view=compact', shows: '[data-hits=compact] article' },
  {
    name: 'report form without scripts',
    address: ({ board, thread }) => `/_/report?board=${board}&num=${thread}`,
    shows: 'form fieldset',
  },
  { name: 'help', address: () => '/help', shows: '.help-entries' },
  { name: 'settings of the reader', address: () => '/settings', shows: '.reader-settings input' },
  {
    name: 'thread',
    address: ({ board, thread }) => `/${board}/thread/${thread}`,
    shows: '.post-list .post-identity',
    act: async (page) =>
      page
        .getByRole('button', { name: /^More actions for No/ })
        .first()
        .click(),
  },
  {
    name: 'thread with expanded files',
    part: '.file-open',
    address: ({ board, thread }) => `/${board}/thread/${thread}`,
    shows: '.post-list .post-identity',
    act: async (page) => page.locator('[data-expand]').first().click(),
  },
  {
    name: 'file viewer',
    part: 'dialog[open]',
    address: ({ board }) => `/${board}/images`,
    shows: '.gallery article',
    act: async (page) => {
      await page.locator('a[data-expand][aria-haspopup]').first().click();
      await page.getByRole('dialog', { name: 'File viewer' }).waitFor();
    },
  },
  {
    name: 'part of a thread',
    address: ({ board, thread }) => `/${board}/thread/${thread}?only=deleted`,
    shows: '#main article[data-post]',
  },
  { name: 'board index', address: ({ board }) => `/${board}/`, shows: '.listed-thread' },
  { name: 'statistics of all boards', address: () => '/statistics', shows: '.statistics-boards td' },
  {
    name: 'API reference',
    address: () => '/api/docs#search',
    shows: '.api-operation[open] .api-code',
  },
  { name: 'catalog', address: ({ board }) => `/${board}/catalog?sort=posts`, shows: '.catalog-card' },
  { name: 'public log', address: () => '/moderation', shows: '.public-log li' },
  { name: 'ticket of a report', address: () => '/moderation/report', shows: '.ticket-code' },
  { name: 'images', address: ({ board }) => `/${board}/images`, shows: '.gallery article' },
  { name: 'statistics', address: ({ board }) => `/${board}/statistics`, shows: '.week-hour' },
  {
    name: 'display settings',
    part: '.display-choices',
    address: ({ board }) => `/${board}/`,
    shows: '.listed-thread',
    act: async (page) => page.getByRole('button', { name: 'Display settings' }).click(),
  },
  {
    name: 'shortcuts',
    part: 'dialog[open]',
    address: ({ board }) => `/${board}/`,
    shows: '.listed-thread',
    act: async (page) => {
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'mistake', address: () => '/search?q=%22open', shows: '[role=alert]' },
  { name: 'nothing found', address: () => '/search?q=qqzzqqzz', shows: '.no-hits' },
  { name: 'no such page', address: () => '/nowhere/at/all', shows: 'h1' },
  { name: 'sign in', address: () => '/admin', shows: '#sign-in-password' },
  { name: 'overview', address: () => '/admin', shows: '.overview', isAdmin: true },
  { name: 'boards', address: () => '/admin/boards', shows: '.board-table', isAdmin: true },
  {
    name: 'board menu',
    part: '.menu-actions:popover-open',
    address: () => '/admin/boards',
    shows: '.board-table',
    // The last board's menu: an open menu covers links of the next row, and a partly covered link is a small target.
    act: async (page) => boardMenus(page).last().click(),
    isAdmin: true,
  },
  {
    name: 'dialog',
    part: 'dialog[open]',
    address: () => '/admin/boards',
    shows: '.board-table',
    act: async (page) => {
      await boardMenus(page).first().click();
      await page.locator('.board-table').getByRole('button', { name: 'Reindex', exact: true }).first().click();
      await page.getByRole('dialog').waitFor();
    },
    isAdmin: true,
  },
  {
    name: 'board of staff',
    address: ({ board }) => `/admin/boards/${board}`,
    shows: '.board-page-log li, .board-page-part .quiet',
    isAdmin: true,
  },
  {
    name: 'settings',
    address: ({ board }) => `/admin/boards/${board}/settings`,
    shows: '[data-setting]',
    isAdmin: true,
  },
  { name: 'defaults', address: () => '/admin/board-defaults', shows: '.processes', isAdmin: true },
  { name: 'own account', address: () => '/admin/account', shows: '#account-password', isAdmin: true },
  { name: 'accounts', address: () => '/admin/accounts', shows: '.account-list details', isAdmin: true },
  {
    name: 'removal of an account',
    part: 'dialog[open]',
    address: () => '/admin/accounts',
    shows: '.account-list details',
    act: async (page) => {
      await page.locator('.account-list summary').first().click();
      await page.getByRole('button', { name: 'Remove', exact: true }).first().click();
      await page.getByRole('dialog').waitFor();
    },
    isAdmin: true,
  },
  {
    name: 'unsaved settings',
    part: 'dialog[open]',
    address: ({ board }) => `/admin/boards/${board}/settings`,
    shows: '[data-setting]',
    act: async (page) => {
      await page.locator('[data-setting] input[type=radio]:not(:checked)').first().click();
      await page.locator('.admin-account a').click();
      await page.getByRole('dialog').waitFor();
    },
    isAdmin: true,
  },
  { name: 'reports', address: () => '/admin/reports', shows: '#main select', isAdmin: true },
  { name: 'tasks', address: () => '/admin/tasks', shows: '.history td', isAdmin: true },
  { name: 'task', address: ({ task }) => task, shows: '.task-page .facts', isAdmin: true },
  { name: 'audit log', address: () => '/admin/audit', shows: '.audit tbody tr', isAdmin: true },
  { name: 'bans', address: () => '/admin/bans?post=g/1_1', shows: '.action-form select', isAdmin: true },
  { name: 'bulk actions', address: () => '/admin/bulk?q=is:op', shows: '.bulk-form textarea', isAdmin: true },
  {
    name: 'filters',
    address: () => '/admin/filters',
    shows: '.ban-add summary',
    act: async (page) => page.getByText('Add a filter').click(),
    isAdmin: true,
  },
  { name: 'banned files', address: () => '/admin/files', shows: '.admin-lead', isAdmin: true },
  { name: 'identities', address: () => '/admin/identities', shows: '.account-list details', isAdmin: true },
  { name: 'refusals', address: () => '/admin/refusals', shows: '.reported summary', isAdmin: true },
  { name: 'quarantine', address: () => '/admin/quarantine', shows: '.refused', isAdmin: true },
  {
    name: 'posts',
    address: ({ board, thread }) => `/admin/posts?board=${board}&num=${thread}`,
    shows: '.post-preview article',
    isAdmin: true,
  },
];
