import type { SearchAdditions } from './search/field.ts';

/** The pure data that a module adds to what all processes share. */
export interface SharedModule {
  readonly name: string;
  readonly search?: SearchAdditions;
}
