/** Parts of the bar that are needed once the reader types, in one script. */
export { Suggestions } from './suggestions.tsx';
export { typedSearches } from './typed-searches.ts';
