import type { SearchAdditions } from './search/field.ts';

/** The pure data that a module adds for all processes. */
export interface SharedModule {
  readonly name: string;
  readonly search?: SearchAdditions;
}
