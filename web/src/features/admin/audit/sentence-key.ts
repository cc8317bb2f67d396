import type { AuditEntry } from '../../../../../mappings/contract/audit.ts';

type Values = Readonly<Record<string, unknown>>;

const ofThread = ({ thread }: Values) => (thread === undefined ? null : 'thread');

/** Actions that mean different things, with the name of the meaning from an entry's target and previous values. */
const MEANINGS: Readonly<Record<string, (target: Values, before: Values) => string | null>> = {
  'posts.hide': ofThread,
  'posts.show': ofThread,
  'posts.purge': ofThread,
  'addresses.look': ({ posts, ban, audit_id: entry, audit_ids: entries }) => {
    if (entry !== undefined || entries !== undefined) return 'staff';
    return posts !== undefined ? 'posts' : ban !== undefined ? 'ban' : null;
  },
  'reported_posts.update': ({ decision }, { closed_at: closed }) => {
    if (closed !== undefined && closed !== null) return 'reopened';
    return decision === undefined || decision === 'dismissed' ? null : 'closed';
  },
  'post_filters.update': ({ columns }, { enabled_at: enabled }) => {
    if (!Array.isArray(columns) || !columns.includes('enabled_at')) return null;
    return enabled === undefined || enabled === null ? 'enabled' : 'disabled';
  },
  'boards.update': ({ columns }) => (Array.isArray(columns) && columns.join() === 'settings' ? 'settings' : null),
  'tasks.update': ({ requested_action: action }, { requested_action: before }) =>
    typeof action === 'string' && action !== before ? action : null,
};

/** The key of an entry's sentence after `audit-log.`: its action, with its meaning if the action has several. */
export function sentenceKey({ action, target, before }: Pick<AuditEntry, 'action' | 'target' | 'before'>): string {
  const meaning = Object.hasOwn(MEANINGS, action)
    ? MEANINGS[action]?.(target as Values, (before ?? {}) as Values)
    : null;
  return meaning == null ? action : `${action}.${meaning}`;
}
