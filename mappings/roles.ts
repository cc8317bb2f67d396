/** Roles of staff. Each includes the rights of those before it. */
export const ROLES = ['janitor', 'moderator', 'admin'] as const;
export type Role = (typeof ROLES)[number];

export interface RoleOnBoard {
  readonly role: Role;
  /** null: all boards. */
  readonly board: string | null;
}

/** True if one of the roles is `minimum` or higher on a board, on all boards (`all`), or on at least one (`any`). */
export function hasRole(
  roles: readonly RoleOnBoard[],
  minimum: Role,
  where: 'all' | 'any' | { readonly board: string },
): boolean {
  const rank = ROLES.indexOf(minimum);
  return roles.some(({ role, board }) => {
    if (ROLES.indexOf(role) < rank) return false;
    return board === null || where === 'any' || (where !== 'all' && where.board === board);
  });
}
