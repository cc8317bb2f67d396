import { useQuery } from '@tanstack/react-query';
import { hasRole, type Role } from '../../../../../mappings/roles.ts';
import { sessionQuery } from '../queries.ts';

/**
 * Whether the signed-in account has a role on a board, on all, or on any. Pages use it to leave out actions that the server would
 * refuse.
 */
export function useRoles(): (minimum: Role, where: 'all' | 'any' | { readonly board: string }) => boolean {
  const { data } = useQuery(sessionQuery());
  const roles = data?.account?.roles ?? [];
  return (minimum, where) => hasRole(roles, minimum, where);
}
