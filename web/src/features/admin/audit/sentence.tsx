/** Entries of the audit log as sentences. The texts `audit-log.ACTION` declare them; those of modules are in their `staffTexts`. */
import { Fragment, type ReactNode } from 'react';
import type { AuditEntry } from '../../../../../mappings/contract/audit.ts';
import { textParts } from '../../../../../mappings/texts.ts';
import { boardAddress, lookUpAddress, threadAddress } from '../../../lib/addresses.ts';
import { listed, nameText } from '../../../lib/messages.ts';
import { useModules } from '../../../lib/use-modules.ts';
import { t, tRich } from '../texts.ts';
import { numbersOf, postsOf, type NamedPost } from './audit-entries.ts';
import { sentenceKey } from './sentence-key.ts';

/** Posts in the sentence; a bulk action has hundreds. */
const MOST_POSTS = 12;

export function Sentence({ entry }: { readonly entry: AuditEntry }) {
  const modules = useModules();
  const pages: Pages = Object.assign({}, AUDIT_PAGES, ...modules.map(({ auditPages }) => auditPages ?? {}));
  return sentenceOf(entry, pages).map((part, place) => <Fragment key={place}>{part}</Fragment>);
}

function sentenceOf(entry: AuditEntry, pages: Pages): readonly ReactNode[] {
  const { actor, action, board, subject } = entry;
  const target = entry.target as Readonly<Record<string, unknown>>;
  const text = nameText(`audit-log.${sentenceKey(entry)}`) ?? nameText(`audit-log.${action}`);
  if (text === null) return [<strong key="actor">{actor}</strong>, ` ${action}`];
  const textOfTarget = (name: string) => textOfValue(target[name]);
  const thing = subject ?? (textOfTarget('name') || `#${textOfTarget('id')}`);
  const linked = linkTo(action, pages);
  return textParts<ReactNode>(text, {
    actor: <strong>{actor}</strong>,
    posts: <Posts posts={postsOf(entry)} board={board} />,
    thread: board === null ? textOfTarget('thread') : <ThreadLink board={board} num={Number(target['thread'])} />,
    board: board === null ? <em>{boardText(entry)}</em> : <a href={boardAddress(board)}>/{board}/</a>,
    subject: linked(thing),
    id: linked(textOfTarget('id')),
    ban: <a href="/admin/bans">{t('audit.ban', { id: banOf(entry) })}</a>,
    kind: <TaskLink id={textOfTarget('id')} kind={textOfTarget('kind')} />,
    columns: listed(columnsOf(entry).map(columnName)),
    role: roleText(entry),
    ids: linked(listed(numbersOf(entry).map(String))),
    hash: <code>{textOfTarget('hash').replace(/^\\x/, '').slice(0, 12)}</code>,
    name: linked(textOfTarget('name')),
    language: textOfTarget('language'),
    client: textOfTarget('client'),
  });
}

type Pages = Readonly<Record<string, string>>;

/** Links texts to the page of the things of the entry's table, if there is one. */
function linkTo(action: string, pages: Pages): (text: string) => ReactNode {
  const table = action.split('.')[0] ?? '';
  const page = Object.hasOwn(pages, table) ? pages[table] : undefined;
  return (text) => (page === undefined || text === '' ? text : <a href={page}>{text}</a>);
}

/** The pages to which sentences link, by the table in the entry's action. */
export const AUDIT_PAGES: Pages = {
  accounts: '/admin/accounts',
  account_roles: '/admin/accounts',
  invitations: '/admin/accounts',
  api_keys: '/admin/accounts',
  key_roles: '/admin/accounts',
  identities: '/admin/identities',
  identity_aliases: '/admin/identities',
  post_filters: '/admin/filters',
};

function banOf({ action, target }: AuditEntry): string {
  const { id, ban_id: ofAppeal, ban } = target as Readonly<Record<string, unknown>>;
  return textOfValue(action === 'bans.insert' || action === 'bans.update' ? id : (ofAppeal ?? ban));
}

/** A null board means all boards, or the whole archive; a removed board has its name as `subject`. */
function boardText({ action, subject }: AuditEntry): string {
  if (action.startsWith('boards.')) return subject === null ? t('audit.removed-board') : `/${subject}/`;
  return t(action.startsWith('tasks.') ? 'audit.no-board' : 'audit.all-boards');
}

function roleText({ target, before }: AuditEntry): string {
  const { role = before?.['role' as keyof typeof before] } = target as Readonly<Record<string, unknown>>;
  return role === 'janitor' || role === 'moderator' || role === 'admin' ? t(`role.${role}`) : textOfValue(role);
}

export function columnsOf({ target }: Pick<AuditEntry, 'target'>): readonly string[] {
  const { columns } = target as { readonly columns?: unknown };
  return Array.isArray(columns) ? columns.map(String) : [];
}

export function columnName(column: string): string {
  return nameText(`audit-column.${column}`) ?? column;
}

function ThreadLink({ board, num }: { readonly board: string; readonly num: number }) {
  return <a href={threadAddress(board, num)}>{`/${board}/${num}`}</a>;
}

function TaskLink({ id, kind }: { readonly id: string; readonly kind: string }) {
  return <a href={`/admin/tasks/${id}`}>{nameText(`task.kind.${kind}`) ?? kind}</a>;
}

function Posts({ posts, board }: { readonly posts: readonly NamedPost[]; readonly board: string | null }) {
  const more = posts.slice(MOST_POSTS);
  return (
    <>
      <PostLinks posts={posts.slice(0, MOST_POSTS)} board={board} />
      {more.length > 0 && (
        <details className="audit-more">
          <summary>{t('audit.more-posts', { count: more.length })}</summary>
          <PostLinks posts={more} board={board} />
        </details>
      )}
    </>
  );
}

function PostLinks({ posts, board }: { readonly posts: readonly NamedPost[]; readonly board: string | null }) {
  return posts.map(({ name, num }, place) => (
    <Fragment key={name}>
      {place > 0 && ', '}
      {board === null ? name : <a href={lookUpAddress(board, num)}>{`/${board}/${name.replace('_', ',')}`}</a>}
    </Fragment>
  ));
}

/** The previous value of a column. */
export function Was({ value }: { readonly value: unknown }) {
  return tRich('audit.was', { value: <span key="value">{textOfValue(value) || t('audit.unset')}</span> });
}

function textOfValue(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
