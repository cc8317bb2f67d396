/** The entries of the menu of staff pages, in the order of their groups. */
import type { Role } from '../../../../../mappings/roles.ts';
import { STAFF_GROUPS, type StaffGroup } from '../../../../../mappings/staff-groups.ts';
import type { EntryCount, StaffLink } from '../../../lib/module.ts';
import { t } from '../texts.ts';

export interface NavGroup {
  /** null: above the groups. */
  readonly group: StaffGroup | null;
  readonly links: readonly StaffLink[];
}

const CORE_LINKS: readonly StaffLink[] = [
  { href: '/admin', text: () => t('overview.title'), role: ['janitor', 'any'] },
  {
    href: '/admin/reports',
    group: 'moderation',
    text: () => t('admin.reports'),
    role: ['janitor', 'any'],
    counts: [counted('open_reports', (count) => t('admin.count.reports', { count }))],
  },
  { href: '/admin/posts', group: 'moderation', text: () => t('admin.posts'), role: ['moderator', 'any'] },
  { href: '/admin/bulk', group: 'moderation', text: () => t('bulk.name'), role: ['moderator', 'any'] },
  { href: '/admin/files', group: 'moderation', text: () => t('files.name'), role: ['moderator', 'any'] },
  { href: '/admin/filters', group: 'moderation', text: () => t('filters.name'), role: ['moderator', 'any'] },
  {
    href: '/admin/bans',
    group: 'moderation',
    text: () => t('bans.name'),
    role: ['moderator', 'any'],
    counts: [counted('open_appeals', (count) => t('admin.count.appeals', { count }))],
  },
  {
    href: '/admin/boards',
    group: 'archive',
    text: () => t('admin.boards'),
    role: ['janitor', 'any'],
    counts: [counted('failing_sources', (count) => t('admin.count.failing-sources', { count }))],
  },
  { href: '/admin/board-defaults', group: 'archive', text: () => t('admin.defaults'), role: ['admin', 'all'] },
  { href: '/admin/refusals', group: 'archive', text: () => t('refusals.name'), role: ['admin', 'any'] },
  {
    href: '/admin/tasks',
    group: 'index',
    text: () => t('admin.tasks'),
    role: ['admin', 'any'],
    counts: [counted('failed_tasks', (count) => t('admin.count.failed-tasks', { count }))],
  },
  {
    href: '/admin/quarantine',
    group: 'index',
    text: () => t('admin.quarantine'),
    role: ['admin', 'all'],
    counts: [counted('quarantined', (count) => t('admin.count.quarantined', { count }))],
  },
  { href: '/admin/accounts', group: 'people', text: () => t('accounts.name'), role: ['admin', 'all'] },
  { href: '/admin/identities', group: 'people', text: () => t('identities.name'), role: ['admin', 'all'] },
  { href: '/admin/audit', group: 'system', text: () => t('admin.audit'), role: ['moderator', 'any'] },
  { href: '/admin/queues', group: 'system', text: () => t('admin.queues'), role: ['admin', 'all'] },
];

function counted(name: string, text: EntryCount['text']): EntryCount {
  return { name, text };
}

/** The entries that `may` allows, by group. `added`: those of modules. */
export function navGroups(
  added: readonly StaffLink[],
  may: (minimum: Role, where: 'all' | 'any') => boolean,
): readonly NavGroup[] {
  const links = [...CORE_LINKS];
  for (const link of added) {
    const before = links.findIndex(({ href }) => href === link.after);
    links.splice(before === -1 ? links.length : before + 1, 0, link);
  }
  const shown = links.filter(({ role }) => may(...role));
  return [null, ...STAFF_GROUPS].flatMap((group) => {
    const ofGroup = shown.filter((link) => (link.group ?? null) === group);
    return ofGroup.length === 0 ? [] : [{ group, links: ofGroup }];
  });
}

/** The entry whose page is open: that of the page itself, or of the page above it. */
export function currentEntry(groups: readonly NavGroup[], pathname: string): StaffLink | undefined {
  const path = pathname.replace(/\/$/, '');
  const above = groups
    .flatMap(({ links }) => links)
    .filter(({ href }) => path === href || (href !== '/admin' && path.startsWith(`${href}/`)));
  return above.toSorted((one, other) => other.href.length - one.href.length)[0];
}
