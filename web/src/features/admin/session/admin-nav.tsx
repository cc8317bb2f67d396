import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useId } from 'react';
import type { StaffGroup } from '../../../../../mappings/staff-groups.ts';
import { formatCount } from '../../../lib/format.ts';
import type { StaffLink } from '../../../lib/module.ts';
import { closeWhenChosen, closeWhenLeft } from '../../../lib/popup.ts';
import { useModules } from '../../../lib/use-modules.ts';
import { staffCountsQuery } from '../queries.ts';
import { useTaskWatch } from '../tasks/task-watch.tsx';
import { currentEntry, navGroups } from './nav-entries.ts';
import { useRoles } from './use-roles.ts';
import { t } from '../texts.ts';

type Counts = Readonly<Record<string, number>>;

/** The counts that the server sends end here. */
const MOST = 1_000;

/**
 * The menu of staff pages: beside the page on wide screens, otherwise below a button that names the open page. Counts show what waits
 * for staff, and those of the tasks also how many run.
 */
export function AdminNav() {
  const id = useId();
  const { pathname } = useLocation();
  const may = useRoles();
  const modules = useModules();
  const { activeTasks = [] } = useTaskWatch();
  const { data } = useQuery(staffCountsQuery());
  const counts = data?.counts ?? {};
  const groups = navGroups(
    modules.flatMap((module) => module.staffLinks ?? []),
    may,
  );
  const current = currentEntry(groups, pathname);
  const waiting = groups.flatMap(({ links }) => links).reduce((sum, link) => sum + waitingAt(link, counts), 0);
  return (
    <nav aria-label={t('admin.name')}>
      <div className="admin-nav menu" onBlur={closeWhenLeft}>
        <button type="button" className="quiet-button admin-nav-button" popoverTarget={id}>
          <span className="menu-arrow">{current?.text() ?? t('admin.menu')}</span>
          <Badge count={waiting} text={t('admin.count.waiting', { count: waiting })} />
        </button>
        {/* Its links are interactive; this element only notices that one of them was chosen. */}
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events */}
        <div id={id} popover="auto" className="popup menu-list admin-menu" onClick={closeWhenChosen}>
          {groups.map(({ group, links }) => (
            <div key={group} className="admin-group">
              {group !== null && <p id={`${id}-${group}`}>{groupName(group)}</p>}
              <ul className="admin-links" aria-labelledby={group === null ? undefined : `${id}-${group}`}>
                {links.map((link) => (
                  <li key={link.href}>
                    <a href={link.href} aria-current={link === current ? 'page' : undefined}>
                      <span>{link.text()}</span>
                      {link.href === '/admin/tasks' && (
                        <Badge
                          count={activeTasks.length}
                          text={t('admin.count.active-tasks', { count: activeTasks.length })}
                          isQuiet
                        />
                      )}
                      {(link.counts ?? []).map(({ name, text }) => (
                        <Badge key={name} count={counts[name] ?? 0} text={text(counts[name] ?? 0)} />
                      ))}
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
          <button type="button" className="menu-close" popoverTarget={id} popoverTargetAction="hide">
            {t('common.close')}
          </button>
        </div>
      </div>
    </nav>
  );
}

interface BadgeProps {
  readonly count: number;
  /** The count with its meaning. */
  readonly text: string;
  /** It waits for nobody. */
  readonly isQuiet?: boolean;
}

function Badge({ count, text, isQuiet = false }: BadgeProps) {
  if (count === 0) return null;
  const shown = count < MOST ? formatCount(count) : `${formatCount(MOST - 1)}+`;
  return (
    <span className={isQuiet ? 'admin-count' : 'admin-count admin-count-waiting'} title={text}>
      <span aria-hidden="true">{shown}</span>
      <span className="visually-hidden">, {text}</span>
    </span>
  );
}

function waitingAt({ counts: declared = [] }: StaffLink, counts: Counts): number {
  return declared.reduce((sum, { name }) => sum + (counts[name] ?? 0), 0);
}

function groupName(group: StaffGroup): string {
  return t(`admin.group.${group}`);
}
