import { Type } from 'typebox';

/** An id that PostgreSQL counts up (bigint), as far as JSON's numbers are exact. */
export const databaseId = (description?: string) =>
  Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, ...(description !== undefined && { description }) });
