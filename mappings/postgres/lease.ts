/**
 * SQL: whether a lease has ended. Leases last some seconds or minutes: one that ends in more than an hour was given before the clock of
 * PostgreSQL was set back, and its holder may be dead.
 */
export const leaseEnded = (column: string): string =>
  `(${column} < clock_timestamp() or ${column} > clock_timestamp() + interval '1 hour')`;
