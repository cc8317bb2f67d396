import { queryOptions, useQuery } from '@tanstack/react-query';
import { createContext, use, useMemo } from 'react';
import type { Identity, IdentityAlias } from '../../../../mappings/contract/identity.ts';
import type { Post } from '../../../../mappings/contract/post.ts';
import { searchAddress } from '../../lib/addresses.ts';
import { fetchIdentities } from '../../lib/api-client.ts';
import { t } from '../../lib/messages.ts';
import { spell } from '../../lib/query-text.ts';

type Names = ReadonlyMap<string, string>;

const Identities = createContext<Names>(new Map());

/** Loaded alongside the page. Without it, posts show only their own names. */
export function identitiesQuery() {
  return queryOptions({
    queryKey: ['identities'],
    queryFn: async ({ signal }) => (await fetchIdentities(signal)).identities,
    staleTime: Infinity,
    gcTime: Infinity,
    retry: false,
  });
}

/** Loads the identities once and provides them to all posts inside. */
export function WithIdentities({ children }: { readonly children: React.ReactNode }) {
  const { data } = useQuery(identitiesQuery());
  return <KnownIdentities identities={data}>{children}</KnownIdentities>;
}

const NOBODY: readonly Identity[] = [];

interface KnownIdentitiesProps {
  readonly identities: readonly Identity[] | undefined;
  readonly children: React.ReactNode;
}

export function KnownIdentities({ identities = NOBODY, children }: KnownIdentitiesProps) {
  const names = useMemo(
    () => new Map(identities.flatMap(({ name, aliases }) => aliases.map((alias) => [keyOf(alias), name] as const))),
    [identities],
  );
  return <Identities value={names}>{children}</Identities>;
}

type Author = Pick<Post, 'posterid' | 'tripcode' | 'name'>;

/** A link to all posts of the person who wrote the post, if admins have recorded one. */
export function IdentityLink({ post }: { readonly post: Author }) {
  const name = nameOf(post, use(Identities));
  if (name === null) return null;
  return (
    <a
      className="post-identity"
      href={searchAddress(`identity:${spell(name)}`)}
      aria-label={t('post.identity', { name })}
      title={t('post.identity', { name })}
    >
      {name}
    </a>
  );
}

/** Aliases are matched in the server's order: sender, then tripcode, then name. */
function nameOf({ posterid, tripcode, name }: Author, names: Names): string | null {
  if (names.size === 0) return null;
  const keys = [
    posterid !== null && keyOf({ kind: 'sender', value: posterid }),
    tripcode !== null && keyOf({ kind: 'tripcode', value: tripcode }),
    name !== null && keyOf({ kind: 'name', value: name }),
  ].filter((key) => key !== false);
  const known = keys.find((key) => names.has(key));
  return known === undefined ? null : (names.get(known) ?? null);
}

function keyOf({ kind, value }: IdentityAlias): string {
  return `${kind} ${value}`;
}
