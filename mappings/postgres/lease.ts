/**
 * SQL: true if a lease has ended. Leases last seconds or minutes: one that ends in more than an hour dates from before PostgreSQL's
 * clock was set back, and its holder may be dead.
 */
export const leaseEnded = (column: string): string =>
  `(${column} < clock_timestamp() or ${column} > clock_timestamp() + interval '1 hour')`;
