import type { ContributedDump } from '../../contract/dump-list.ts';
import { stringifySearch } from '../../../../web/src/lib/addresses.ts';
import './staff-dumps.css';
import { useRoles } from '../../../../web/src/features/admin/session/use-roles.ts';
import { DumpActions } from './dump-actions.tsx';
import { t } from './texts.ts';

/** The actions of moderators on a dump, on its page. */
export function StaffDump({ dump }: { readonly dump: ContributedDump }) {
  const may = useRoles();
  if (!may('moderator', 'all')) return null;
  const { client, version } = dump;
  return (
    <section aria-label={t('dump-staff.name')}>
      <DumpActions dumps={[dump]} />
      <p>
        <a href={`/admin/dumps${stringifySearch({ client, version })}`}>
          {t('dump-staff.of-client', { client: t('dumps.by-client', { client, version }) })}
        </a>
      </p>
    </section>
  );
}
