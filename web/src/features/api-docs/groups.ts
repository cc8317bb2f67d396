/** The operations of the reference in groups: those of readers, those for programs written for other archives, and those of staff. Pure. */
import type { Operation } from './openapi.ts';

export const AUDIENCES = ['readers', 'compatible', 'staff'] as const;
export type Audience = (typeof AUDIENCES)[number];

export interface OperationGroup {
  /** Unique on the page. */
  readonly id: string;
  /** In English, like the document. */
  readonly heading: string;
  readonly operations: readonly Operation[];
}

/** Headings by tag and, for the tags with many operations, by the part of the path that names a resource. */
const HEADINGS: Readonly<Record<string, string>> = {
  search: 'Search',
  boards: 'Boards and statistics',
  statistics: 'Boards and statistics',
  activity: 'Boards and statistics',
  kick: 'Boards and statistics',
  threads: 'Threads',
  posts: 'Posts and pictures',
  images: 'Posts and pictures',
  identities: 'People',
  'identity-proposals': 'People',
  reports: 'Reports and moderation',
  moderation: 'Reports and moderation',
  dumps: 'Contributed dumps',
  ghosts: 'Ghost posts',
  pages: 'Pages of the site',
  exports: 'Exports of whole boards',
  media: 'Files',
  operation: 'Health of the server',
  foolfuuka: 'API of FoolFuuka',
  '4chan': 'API of 4chan',
  'admin session': 'Signing in, and your account',
  'admin account': 'Signing in, and your account',
  'admin invitation': 'Signing in, and your account',
  'admin accounts': 'Accounts and keys',
  'admin keys': 'Accounts and keys',
  'admin boards': 'Boards and their settings',
  'admin board-defaults': 'Boards and their settings',
  'admin posts': 'Moderation of posts and files',
  'admin files': 'Moderation of posts and files',
  'admin banned-files': 'Moderation of posts and files',
  'admin bulk-actions': 'Moderation of posts and files',
  'admin bans': 'Bans and appeals',
  'admin appeals': 'Bans and appeals',
  'admin addresses': 'Bans and appeals',
  'admin audit': 'Audit log',
  'admin cabals': 'Chat groups',
  'admin dumps': 'Contributed dumps',
  'admin identities': 'People',
  'admin identity-proposals': 'People',
  'admin pages': 'Pages of the site',
};

export function audienceOf({ tags = [], security = [] }: Operation): Audience {
  if (tags.includes('admin')) return 'staff';
  if (security.length > 0) return 'staff';
  return tags.includes('foolfuuka') || tags.includes('4chan') ? 'compatible' : 'readers';
}

/** In the order of their first operations. */
export function groupsOf(operations: readonly Operation[], audience: Audience): readonly OperationGroup[] {
  const some = operations.filter((operation) => audienceOf(operation) === audience);
  return [...Map.groupBy(some, headingOf)].map(([heading, found]) => ({
    id: `api-${audience}-${heading.toLowerCase().replaceAll(/\W+/g, '-')}`,
    heading,
    operations: found,
  }));
}

function headingOf({ tags = [], path }: Operation): string {
  const [tag = ''] = tags;
  const names = path
    .replace(/^\/api\/v1\/(?:admin\/)?/, '')
    .split('/')
    .filter((part) => part !== '' && !part.startsWith('{'));
  const [first = '', second] = names;
  if (tag === 'admin') return HEADINGS[`admin ${first}`] ?? inWords(first);
  if (tag !== 'archive') return HEADINGS[tag] ?? inWords(tag);
  const resource = path.startsWith('/api/v1/boards/') && second !== undefined ? second : first;
  return HEADINGS[resource] ?? inWords(resource);
}

/** `series-rules`: "Series rules". */
function inWords(name: string): string {
  const words = name.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
